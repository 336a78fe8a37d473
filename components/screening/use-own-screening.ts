import { useState } from 'react'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { getOwnScreeningContract } from '@/lib/quality/screening-contract'
import type { OwnScreening } from './screening'

/** As the claim said it. */
export type ClaimedState = 'required' | 'grading' | 'failed'

const soonMs = 1_000
const laterMs = 20_000

/** How the person's screening stands, asked again and again; where there is something to be served, that is shown. */
export function useOwnScreening(
  project: string,
  claimed: ClaimedState,
  controller: AnnotationController,
): OwnScreening | null {
  const [own, setOwn] = useState<OwnScreening | null>(null)
  usePoll(
    async (signal) => {
      try {
        const reply = await call<typeof getOwnScreeningContract>(
          { method: 'get', path: '/projects/{project}/screening' },
          { project },
          { signal },
        )
        if (signal.aborted) return
        if (isServed(reply, claimed)) return await controller.continueAfterScreening()
        setOwn(reply)
      } catch {
        // It is asked again; what stands there is true meanwhile.
      }
    },
    {
      // Whoever reads that they have passed goes on by themselves.
      isNeeded: own?.status !== 'admitted',
      isMutating: false,
      key: claimed,
      intervalMs: claimed === 'grading' && own?.status !== 'failed' ? soonMs : laterMs,
      initialDelayMs: 0,
    },
  )
  return own
}

/** There is work, or a solution of the screening: begun on another page, or given back. A pass is told first. */
function isServed({ status, attempt }: OwnScreening, claimed: ClaimedState): boolean {
  if (status === 'screening')
    return claimed !== 'grading' || (attempt !== null && attempt.answered < attempt.items)
  if (status === 'admitted') return claimed !== 'grading' || attempt?.state !== 'passed'
  return status === 'none'
}
