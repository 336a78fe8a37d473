'use client'

import { ResultStatus } from '@/components/insights/result-status'
import type { Agreement, AgreementFilters } from './agreement'
import { useAgreement } from './use-agreement'

/** Keeps the agreement for these filters up to date, and says how far it is. */
export function AgreementStatus({
  slug,
  filters,
  newest,
  needsUpdate,
  updatedAt,
}: {
  slug: string
  filters: AgreementFilters
  newest: Agreement | null
  needsUpdate: boolean
  updatedAt: string | null
}) {
  const status = useAgreement(slug, filters, { newest, needsUpdate })
  return <ResultStatus status={status} updatedAt={updatedAt} />
}
