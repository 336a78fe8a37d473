import { withQuery } from '@/components/ui/with-query'
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
  withQuery(scope === null ? '/audit' : `/projects/${scope.slug}/audit`, { ...filter, after })

export const auditExportHref = (
  scope: AuditScope,
  filter: AuditFilter,
  format: 'jsonl' | 'csv',
): string =>
  withQuery(`/api/v1${scope === null ? '' : `/projects/${scope.slug}`}/audit/entries`, {
    ...filter,
    format,
  })
