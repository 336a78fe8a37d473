import { useState } from 'react'
import { usePolling } from '@/components/ui/use-polling'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { callApi } from '@/lib/client/call-api'
import type { getOwnScreeningContract } from '@/lib/gold/screening-contract'
import type { ReplyOf } from '@/lib/platform/contract'

type OwnScreening = ReplyOf<typeof getOwnScreeningContract>
export type OwnScreeningAttempt = NonNullable<OwnScreening['attempt']>

/** The screening state in the reply to a claim. */
export type PendingScreeningState = 'required' | 'grading' | 'failed'

const shortIntervalMs = 1_000
const longIntervalMs = 20_000

/** Polls the user's screening, and continues to the next solution when there is one. */
export function useOwnScreening(
  project: string,
  claimedState: PendingScreeningState,
  controller: AnnotationController,
): OwnScreening | null {
  const [screening, setScreening] = useState<OwnScreening | null>(null)
  usePolling(
    async (signal) => {
      try {
        const reply = await callApi('get /projects/{project}/screening', { project }, { signal })
        if (signal.aborted) return
        if (canContinue(reply, claimedState)) return await controller.continueAfterScreening()
        setScreening(reply)
      } catch {
        // Keeps the last status while polling.
      }
    },
    {
      // After passing, the annotator continues with a button.
      isNeeded: screening?.status !== 'admitted',
      isMutating: false,
      key: claimedState,
      intervalMs:
        claimedState === 'grading' && screening?.status !== 'failed'
          ? shortIntervalMs
          : longIntervalMs,
      initialDelayMs: 0,
    },
  )
  return screening
}

/** Whether to continue, because the status changed since the claim. A passed screening shows its result first. */
function canContinue(
  { status, attempt }: OwnScreening,
  claimedState: PendingScreeningState,
): boolean {
  if (status === 'screening')
    return claimedState !== 'grading' || (attempt !== null && attempt.answered < attempt.items)
  if (status === 'admitted') return claimedState !== 'grading' || attempt?.state !== 'passed'
  return status === 'none'
}
