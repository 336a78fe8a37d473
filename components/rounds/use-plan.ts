import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJob } from '@/components/jobs/use-job'
import { call } from '@/lib/client/call'
import type {
  cancelRoundContract,
  getRoundContract,
  openRoundContract,
} from '@/lib/rounds/contract'
import { addressNewRound, addressQueue, chooseFurther, isMoving, type Round } from './round'

export type PlanView = ReturnType<typeof usePlan>

/** A round from its plan until it is open, as it is by now, and what can be done about it. */
export function usePlan(slug: string, given: Round) {
  const router = useRouter()
  const [found, setFound] = useState(given)
  const place = { project: slug, round: given.round }
  const round = chooseFurther(found, given)
  const { act, ...seen } = useJob<Round>(round, {
    isMoving,
    nameStage: ({ round: id, state }) => `${id} ${state}`,
    countRows: ({ readRows }) => readRows,
    goesOn: 'The round goes on',
    ask: (_, signal) =>
      call<typeof getRoundContract>(
        { method: 'get', path: '/projects/{project}/rounds/{round}' },
        place,
        { signal },
      ),
    /** Formulas of what is selected are set by the server, so the page is asked for anew where it stops. */
    show(reply) {
      setFound(reply)
      if (reply.state === 'open') router.push(addressQueue(slug))
      else if (!isMoving(reply)) router.refresh()
    },
    // Somebody else may have opened or dropped it.
    onConflict: () => router.refresh(),
  })

  const open = () =>
    act(() =>
      call<typeof openRoundContract>(
        { method: 'post', path: '/projects/{project}/rounds/{round}/open' },
        place,
      ),
    )
  const cancel = () =>
    act(
      () =>
        call<typeof cancelRoundContract>(
          { method: 'post', path: '/projects/{project}/rounds/{round}/cancel' },
          place,
        ),
      () => router.push(addressNewRound(slug, { from: given.round })),
    )
  return { round, ...seen, open, cancel }
}
