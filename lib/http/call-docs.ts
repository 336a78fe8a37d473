import type { CallPart } from './call-parts'
import type { FieldRow } from './describe-fields'
import type { ProblemGroup } from './problem-descriptions'

/** A call as the page at /api-docs shows it. */
export interface CallDocs {
  name: string
  /** `POST` */
  method: string
  /** With `/api/v1`. */
  path: string
  summary: string
  part: CallPart
  who: string
  token: 'read' | 'write' | 'never'
  takesKey: boolean
  fields: FieldRow[]
  /** What comes back, in words. */
  reply: string
  replyFields: FieldRow[]
  problems: ProblemGroup[]
  curl: string
}

/** What the page lists of every call, without its fields. */
export type CallHead = Pick<CallDocs, 'name' | 'method' | 'path' | 'summary' | 'part'>

/** Whether every word of a search is somewhere in what the page lists of a call. */
export function matchesSearch({ name, method, path, summary }: CallHead, search: string): boolean {
  const text = `${name} ${method} ${path} ${summary}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
