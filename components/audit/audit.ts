import type { listInstanceAuditContract } from '@/lib/audit/contract'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'

export type AuditPage = ReplyOf<typeof listInstanceAuditContract>
export type AuditEntry = AuditPage['entries'][number]
export type AuditFilter = Pick<
  InputOf<typeof listInstanceAuditContract>,
  'actor' | 'group' | 'target' | 'from' | 'to'
>

/** Of a project, or of the whole installation. */
export type AuditPlace = { slug: string } | null

export const addressAudit = (place: AuditPlace, filter: AuditFilter = {}, after?: string): string =>
  writeAddress(place === null ? '/audit' : `/projects/${place.slug}/audit`, { ...filter, after })

export const addressExport = (
  place: AuditPlace,
  filter: AuditFilter,
  format: 'jsonl' | 'csv',
): string =>
  writeAddress(`/api/v1${place === null ? '' : `/projects/${place.slug}`}/audit/entries`, {
    ...filter,
    format,
  })

function writeAddress(path: string, fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => !!field[1])
  const query = new URLSearchParams(given).toString()
  return query === '' ? path : `${path}?${query}`
}
