'use client'

import { BackgroundResultStatus } from '@/components/jobs/background-result-status'
import { useAutoStartedRun } from '@/components/jobs/use-auto-started-run'
import { callApi } from '@/lib/client/call-api'
import type { Agreement, AgreementFilters } from './agreement'

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
  const status = useAutoStartedRun(newest, needsUpdate, {
    getId: ({ agreement }) => agreement,
    get: ({ agreement }, signal) =>
      callApi(
        'get /projects/{project}/agreements/{agreement}',
        { project: slug, agreement },
        { signal },
      ),
    start: ({ onlyIfOutdated }) =>
      callApi(
        'post /projects/{project}/agreements',
        { project: slug, filters, onlyIfOutdated },
        { idempotencyKey: crypto.randomUUID() },
      ),
    cancel: ({ agreement }) =>
      callApi('post /projects/{project}/agreements/{agreement}/cancel', {
        project: slug,
        agreement,
      }),
  })
  return <BackgroundResultStatus status={status} updatedAt={updatedAt} />
}
