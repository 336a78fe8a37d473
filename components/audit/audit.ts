import type { listInstanceAuditContract } from '@/lib/audit/contract'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'

export type AuditPage = ReplyOf<typeof listInstanceAuditContract>
export type AuditEntry = AuditPage['entries'][number]
export type AuditFilter = Pick<
  InputOf<typeof listInstanceAuditContract>,
  'actor' | 'group' | 'target' | 'from' | 'to'
>

/** The log of a project; null for the log of the whole server. */
export type AuditScope = { slug: string } | null

export const auditHref = (scope: AuditScope, filter: AuditFilter = {}, after?: string): string =>
  buildHref(scope === null ? '/audit' : `/projects/${scope.slug}/audit`, { ...filter, after })

export const auditExportHref = (
  scope: AuditScope,
  filter: AuditFilter,
  format: 'jsonl' | 'csv',
): string =>
  buildHref(`/api/v1${scope === null ? '' : `/projects/${scope.slug}`}/audit/entries`, {
    ...filter,
    format,
  })

function buildHref(path: string, fields: Record<string, string | undefined>): string {
  const entries = Object.entries(fields).filter((field): field is [string, string] => !!field[1])
  const query = new URLSearchParams(entries).toString()
  return query === '' ? path : `${path}?${query}`
}
