import type { CallSection } from './call-sections'
import type { FieldRow } from './describe-fields'
import type { ProblemGroup } from './problem-descriptions'

/** An API call as the page /api-docs shows it. */
export interface CallDocs {
  name: string
  /** `POST` */
  method: string
  /** Including `/api/v1`. */
  path: string
  summary: string
  part: CallSection
  who: string
  token: 'read' | 'write' | 'never'
  takesKey: boolean
  fields: FieldRow[]
  /** Describes the response. */
  reply: string
  replyFields: FieldRow[]
  problems: ProblemGroup[]
  curl: string
}

/** What the page lists for every call, without fields. */
export type CallListEntry = Pick<CallDocs, 'name' | 'method' | 'path' | 'summary' | 'part'>

/** Whether a call's list entry contains every word of a search. */
export function matchesSearch(
  { name, method, path, summary }: CallListEntry,
  search: string,
): boolean {
  const text = `${name} ${method} ${path} ${summary}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
