import type { AnnotationContent } from '@/lib/annotations/content'
import type { AnnotationEventInput } from '@/lib/annotations/state-fields'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import type { SubmissionOrSkip } from './labelling-screen-calls'

/** Increased when older pages can't read the records any more. */
export const recordFormatVersion = 1

/** The owner of a record. All users of this browser share one database. */
export interface RecordOwner {
  user: string
  project: string
}

/** A draft with changes that are not on the server yet. */
export interface DraftSnapshot {
  /** Sequence of the save that will send it. */
  sequence: number
  /** The page that stored it, and the server's sequence that it is based on. */
  writer: string
  basedOn: number
  /** Revision of the solution's steps. */
  revision: number
  activeMs: number
  stepTimesMs: readonly number[]
  content: AnnotationContent
  currentTarget: WorkTarget
  events: readonly AnnotationEventInput[]
  lastEvent: number
}

export interface DraftRecord extends RecordOwner {
  format: typeof recordFormatVersion
  solution: string
  /** Part of the key, so that pages never overwrite each other's drafts. */
  writer: string
  storedAt: number
  /** Its page moved on, so any page may take it over. */
  isClosed: boolean
  work: DraftSnapshot
}

export interface FinishRecord extends RecordOwner {
  format: typeof recordFormatVersion
  idempotencyKey: string
  storedAt: number
  finish: SubmissionOrSkip
}

/** Null for broken records and records of another version. */
export function parseDraftRecord(value: unknown): DraftRecord | null {
  if (!isRecord(value) || !hasTexts(value, 'solution', 'writer')) return null
  const { work } = value
  if (!isObject(work) || !hasTexts(work, 'writer')) return null
  if (!hasCounts(work, 'sequence', 'basedOn', 'revision', 'activeMs', 'lastEvent')) return null
  const { content, stepTimesMs, events, currentTarget } = work
  if (!Array.isArray(stepTimesMs) || !Array.isArray(events)) return null
  if (!isObject(currentTarget) || !hasTexts(currentTarget, 'kind')) return null
  return isContent(content) ? (value as unknown as DraftRecord) : null
}

export function parseFinishRecord(value: unknown): FinishRecord | null {
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
  return (
    isObject(value) && value.format === recordFormatVersion && hasTexts(value, 'user', 'project')
  )
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
