import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJob } from '@/components/jobs/use-job'
import { call } from '@/lib/client/call'
import type {
  cancelAgreementContract,
  getAgreementContract,
  startAgreementContract,
} from '@/lib/review/agreement-contract'
import type { Agreement, AgreementFilters } from './agreement'

/** The newest computation for these filters as it is by now, and what can be done about it. */
export function useAgreement(slug: string, filters: AgreementFilters, given: Agreement | null) {
  const router = useRouter()
  const [found, setFound] = useState<Agreement | null>(given)
  const newest = chooseNewest(found, given)
  const { act, ...seen } = useJob(newest, {
    isMoving: ({ state }) => state === 'running',
    nameStage: ({ agreement, state }) => `${agreement} ${state}`,
    countRows: ({ readRows }) => readRows,
    goesOn: 'The computation goes on',
    ask: ({ agreement }, signal) =>
      call<typeof getAgreementContract>(
        { method: 'get', path: '/projects/{project}/agreements/{agreement}' },
        { project: slug, agreement },
        { signal },
      ),
    show(reply) {
      setFound(reply)
      if (reply.state !== 'running') router.refresh()
    },
    // Somebody else may have ended this.
    onConflict() {
      setFound(null)
      router.refresh()
    },
  })

  const start = () =>
    act(() =>
      call<typeof startAgreementContract>(
        { method: 'post', path: '/projects/{project}/agreements' },
        { project: slug, filters },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const cancel = (agreement: string) =>
    act(() =>
      call<typeof cancelAgreementContract>(
        { method: 'post', path: '/projects/{project}/agreements/{agreement}/cancel' },
        { project: slug, agreement },
      ),
    )
  return { newest, ...seen, start, cancel }
}

/** What this page found out, unless the server's page came with one that was begun later. */
function chooseNewest(found: Agreement | null, given: Agreement | null): Agreement | null {
  if (found === null || given === null) return found ?? given
  // The server's page may be from before the end, or from after it.
  if (found.agreement === given.agreement) return given.state === 'running' ? found : given
  return given.createdAt > found.createdAt ? given : found
}
