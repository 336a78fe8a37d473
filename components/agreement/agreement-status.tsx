'use client'

import { BackgroundResultStatus } from '@/components/jobs/background-result-status'
import type { Agreement, AgreementFilters } from './agreement'
import { useAgreement } from './use-agreement'

/** Keeps the agreement for these filters up to date, and shows the progress. */
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
  return <BackgroundResultStatus status={status} updatedAt={updatedAt} />
}
