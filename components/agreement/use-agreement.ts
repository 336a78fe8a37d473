import { useAutoStartedRun } from '@/components/jobs/use-auto-started-run'
import { callApi } from '@/lib/client/call-api'
import type { Agreement, AgreementFilters } from './agreement'

/** Follows the newest run for these filters, and starts one if the result is missing or outdated. */
export function useAgreement(
  slug: string,
  filters: AgreementFilters,
  { newest, needsUpdate }: { newest: Agreement | null; needsUpdate: boolean },
) {
  return useAutoStartedRun(newest, needsUpdate, {
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
}
