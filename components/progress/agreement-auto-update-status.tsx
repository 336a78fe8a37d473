'use client'

import { useAgreement } from '@/components/agreement/use-agreement'
import { BackgroundResultStatus } from '@/components/jobs/background-result-status'

const noFilters = { sample: 'auto', labels: 'all' } as const

/** Recomputes the agreement without filters when the page opens, if annotations have changed. */
export function AgreementAutoUpdateStatus({
  slug,
  needsUpdate,
  updatedAt,
}: {
  slug: string
  needsUpdate: boolean
  updatedAt: string | null
}) {
  const status = useAgreement(slug, noFilters, { newest: null, needsUpdate })
  return <BackgroundResultStatus status={status} updatedAt={updatedAt} />
}
