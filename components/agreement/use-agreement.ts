import { useNewestRun } from '@/components/insights/use-newest-run'
import { callApi } from '@/lib/client/call-api'
import type {
  cancelAgreementContract,
  getAgreementContract,
  startAgreementContract,
} from '@/lib/review/agreement-contract'
import type { Agreement, AgreementFilters } from './agreement'

/** The newest run for these filters. */
export function useAgreement(
  slug: string,
  filters: AgreementFilters,
  { newest, needsUpdate }: { newest: Agreement | null; needsUpdate: boolean },
) {
  return useNewestRun(newest, needsUpdate, {
    getId: ({ agreement }) => agreement,
    get: ({ agreement }, signal) =>
      callApi<typeof getAgreementContract>(
        { method: 'get', path: '/projects/{project}/agreements/{agreement}' },
        { project: slug, agreement },
        { signal },
      ),
    start: ({ onlyIfOutdated }) =>
      callApi<typeof startAgreementContract>(
        { method: 'post', path: '/projects/{project}/agreements' },
        { project: slug, filters, onlyIfOutdated },
        { idempotencyKey: crypto.randomUUID() },
      ),
    cancel: ({ agreement }) =>
      callApi<typeof cancelAgreementContract>(
        { method: 'post', path: '/projects/{project}/agreements/{agreement}/cancel' },
        { project: slug, agreement },
      ),
  })
}
