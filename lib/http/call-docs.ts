import type { ApiSection } from './call-sections'
import type { FieldDocsRow } from './describe-fields'
import type { ErrorCodeGroup } from './error-code-descriptions'

/** An API call as the page /api-docs shows it. */
export interface ApiCallDocs {
  name: string
  /** `POST` */
  method: string
  /** Including `/api/v1`. */
  path: string
  summary: string
  section: ApiSection
  who: string
  token: 'read' | 'write' | 'never'
  acceptsIdempotencyKey: boolean
  fields: FieldDocsRow[]
  /** Describes the response. */
  reply: string
  replyFields: FieldDocsRow[]
  problems: ErrorCodeGroup[]
  curl: string
}

/** What the page lists for every call, without fields. */
export type ApiCallListEntry = Pick<ApiCallDocs, 'name' | 'method' | 'path' | 'summary' | 'section'>

/** Whether a call's list entry contains every word of a search. */
export function matchesCallSearch(
  { name, method, path, summary }: ApiCallListEntry,
  search: string,
): boolean {
  const text = `${name} ${method} ${path} ${summary}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
