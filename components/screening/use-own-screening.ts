import { useState } from 'react'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import type { getOwnScreeningContract } from '@/lib/quality/screening-contract'
import type { OwnScreening } from './screening'

/** As the claim said it. */
export type ClaimedState = 'due' | 'ending' | 'failed'

const soonMs = 1_000
const laterMs = 20_000

/** How the person's screening stands, asked again and again; where there is something to be served, that is shown. */
export function useOwnScreening(
  project: string,
  claimed: ClaimedState,
  annotation: AnnotationWork,
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
        if (isServed(reply, claimed)) return await annotation.goOnFromScreening()
        setOwn(reply)
      } catch {
        // It is asked again; what stands there is true meanwhile.
      }
    },
    {
      // Whoever reads that they have passed goes on by themselves.
      isNeeded: own?.standing !== 'admitted',
      isActing: false,
      key: claimed,
      everyMs: claimed === 'ending' && own?.standing !== 'failed' ? soonMs : laterMs,
      firstMs: 0,
    },
  )
  return own
}

/** There is work, or a solution of the screening: begun on another page, or given back. A pass is told first. */
function isServed({ standing, attempt }: OwnScreening, claimed: ClaimedState): boolean {
  if (standing === 'screening')
    return claimed !== 'ending' || (attempt !== null && attempt.answered < attempt.items)
  if (standing === 'admitted') return claimed !== 'ending' || attempt?.state !== 'passed'
  return standing === 'none'
}
