import type { AnnotationContent } from '@/lib/annotations/content'
import type { Target } from '@/lib/annotations/targets'
import type { WorkEvent } from '@/lib/annotations/work-state'
import type { Finish } from './call-work'

/** Goes up when records change in a way that older pages cannot read. */
export const recordFormat = 1

/** Whose it is: one database serves everybody who signs in here. */
export interface Owner {
  user: string
  project: string
}

/** An annotation in work with what the server does not have yet. */
export interface KeptWork {
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
  lit: Target
  events: readonly WorkEvent[]
  lastEvent: number
}

export interface WorkRecord extends Owner {
  format: typeof recordFormat
  solution: string
  /** Part of the key: no page writes over what another one kept. */
  writer: string
  keptAt: number
  /** Its page has gone on to another solution: whoever gets this one next may take it. */
  isLeft: boolean
  work: KeptWork
}

export interface FinishRecord extends Owner {
  format: typeof recordFormat
  idempotencyKey: string
  keptAt: number
  finish: Finish
}

/** A record as it was kept; null for what is broken, or written by another version. */
export function readWorkRecord(value: unknown): WorkRecord | null {
  if (!isRecord(value) || !hasTexts(value, 'solution', 'writer')) return null
  const { work } = value
  if (!isObject(work) || !hasTexts(work, 'writer')) return null
  if (!hasCounts(work, 'sequence', 'basedOn', 'revision', 'activeMs', 'lastEvent')) return null
  const { content, stepTimesMs, events, lit } = work
  if (!Array.isArray(stepTimesMs) || !Array.isArray(events)) return null
  if (!isObject(lit) || !hasTexts(lit, 'kind')) return null
  return isContent(content) ? (value as unknown as WorkRecord) : null
}

export function readFinishRecord(value: unknown): FinishRecord | null {
  if (!isRecord(value) || !hasTexts(value, 'idempotencyKey')) return null
  const { finish } = value
  if (!isObject(finish) || !hasTexts(finish, 'lease', 'solution', 'writer', 'idempotencyKey'))
    return null
  const isWhole = finish.kind === 'skip' ? hasTexts(finish, 'reason') : isObject(finish.body)
  return isWhole ? (value as unknown as FinishRecord) : null
}

function isContent(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value.steps) &&
    Array.isArray(value.notes) &&
    ['options', 'choices', 'written', 'errors'].every((part) => isObject(value[part]))
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
