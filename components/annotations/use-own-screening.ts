import { useState } from 'react'
import { usePolling } from '@/components/ui/use-polling'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { callApi } from '@/lib/client/call-api'
import type { getOwnScreeningContract } from '@/lib/gold/screening-contract'
import type { ReplyOf } from '@/lib/platform/contract'

type OwnScreening = ReplyOf<typeof getOwnScreeningContract>
export type OwnScreeningAttempt = NonNullable<OwnScreening['attempt']>

/** The state in the reply of the claim. */
export type ScreeningState = 'required' | 'grading' | 'failed'

const soonMs = 1_000
const laterMs = 20_000

/** Polls the user's screening and continues to work when there is some. */
export function useOwnScreening(
  project: string,
  claimed: ScreeningState,
  controller: AnnotationController,
): OwnScreening | null {
  const [own, setOwn] = useState<OwnScreening | null>(null)
  usePolling(
    async (signal) => {
      try {
        const reply = await callApi('get /projects/{project}/screening', { project }, { signal })
        if (signal.aborted) return
        if (isServed(reply, claimed)) return await controller.continueAfterScreening()
        setOwn(reply)
      } catch {
        // Keeps the last status while polling.
      }
    },
    {
      // After passing, the annotator continues with a button.
      isNeeded: own?.status !== 'admitted',
      isMutating: false,
      key: claimed,
      intervalMs: claimed === 'grading' && own?.status !== 'failed' ? soonMs : laterMs,
      initialDelayMs: 0,
    },
  )
  return own
}

/** There is work or a screening item, claimed on another page or released. Show a pass first. */
function isServed({ status, attempt }: OwnScreening, claimed: ScreeningState): boolean {
  if (status === 'screening')
    return claimed !== 'grading' || (attempt !== null && attempt.answered < attempt.items)
  if (status === 'admitted') return claimed !== 'grading' || attempt?.state !== 'passed'
  return status === 'none'
}
