import type { AnnotationContent } from '@/lib/annotations/content'
import type { Target } from '@/lib/annotations/targets'
import type { WorkEvent } from '@/lib/annotations/work-state'
import type { Finish } from './work-calls'

/** Goes up when records change in a way that older pages cannot read. */
export const recordFormat = 1

/** Whose it is: one database serves everybody who signs in here. */
export interface Owner {
  user: string
  project: string
}

/** An annotation in work with what the server does not have yet. */
export interface DraftSnapshot {
  /** That of the save which will carry it: later than the server's, or the server has it all. */
  sequence: number
  /** The page that kept it, and the sequence on the server that it is built on. */
  writer: string
  basedOn: number
  /** Of the solution's steps that it speaks of. */
  revision: number
  activeMs: number
  stepTimesMs: readonly number[]
  content: AnnotationContent
  currentTarget: Target
  events: readonly WorkEvent[]
  lastEvent: number
}

export interface DraftRecord extends Owner {
  format: typeof recordFormat
  solution: string
  /** Part of the key: no page writes over what another one kept. */
  writer: string
  storedAt: number
  /** Its page has gone on to another solution: whoever gets this one next may take it. */
  isClosed: boolean
  work: DraftSnapshot
}

export interface FinishRecord extends Owner {
  format: typeof recordFormat
  idempotencyKey: string
  storedAt: number
  finish: Finish
}

/** A record as it was kept; null for what is broken, or written by another version. */
export function readDraftRecord(value: unknown): DraftRecord | null {
  if (!isRecord(value) || !hasTexts(value, 'solution', 'writer')) return null
  const { work } = value
  if (!isObject(work) || !hasTexts(work, 'writer')) return null
  if (!hasCounts(work, 'sequence', 'basedOn', 'revision', 'activeMs', 'lastEvent')) return null
  const { content, stepTimesMs, events, currentTarget } = work
  if (!Array.isArray(stepTimesMs) || !Array.isArray(events)) return null
  if (!isObject(currentTarget) || !hasTexts(currentTarget, 'kind')) return null
  return isContent(content) ? (value as unknown as DraftRecord) : null
}

export function readFinishRecord(value: unknown): FinishRecord | null {
  if (!isRecord(value) || !hasTexts(value, 'idempotencyKey')) return null
  const { finish } = value
  if (!isObject(finish) || !hasTexts(finish, 'lease', 'solution', 'writer', 'idempotencyKey'))
    return null
  const isComplete = finish.kind === 'skip' ? hasTexts(finish, 'reason') : isObject(finish.body)
  return isComplete ? (value as unknown as FinishRecord) : null
}

function isContent(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value.steps) &&
    Array.isArray(value.notes) &&
    ['options', 'choices', 'humanOptions', 'errors'].every((part) => isObject(value[part]))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && value.format === recordFormat && hasTexts(value, 'user', 'project')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function hasTexts(value: Record<string, unknown>, ...names: string[]): boolean {
  return names.every((each) => typeof value[each] === 'string')
}

function hasCounts(value: Record<string, unknown>, ...names: string[]): boolean {
  return names.every((each) => Number.isSafeInteger(value[each]))
}
