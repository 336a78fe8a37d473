import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJobPolling } from '@/components/jobs/use-job-polling'
import { callApi } from '@/lib/client/call-api'
import {
  newRoundHref,
  queueHref,
  pickRoundInLaterState,
  isRoundJobRunning,
  type Round,
} from './round'

export type RoundPlanState = ReturnType<typeof useRoundPlan>

/** Follows a round from planning until it is active, with actions to start or cancel it. */
export function useRoundPlan(slug: string, loadedRound: Round) {
  const router = useRouter()
  const [polledRound, setPolledRound] = useState(loadedRound)
  const params = { project: slug, round: loadedRound.round }
  const round = pickRoundInLaterState(polledRound, loadedRound)
  const { perform, ...progress } = useJobPolling<Round>(round, {
    isRunning: isRoundJobRunning,
    getStageKey: ({ round: id, state }) => `${id} ${state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'The round continues',
    fetchJob: (_, signal) => callApi('get /projects/{project}/rounds/{round}', params, { signal }),
    // The server typesets the selected items, so refresh the page when the job is done.
    onUpdate(reply) {
      setPolledRound(reply)
      if (reply.state === 'active') router.push(queueHref(slug))
      else if (!isRoundJobRunning(reply)) router.refresh()
    },
    // Someone else may have started or discarded the plan.
    onConflict: () => router.refresh(),
  })

  const start = () =>
    perform(() => callApi('post /projects/{project}/rounds/{round}/start', params))
  const cancel = () =>
    perform(
      () => callApi('post /projects/{project}/rounds/{round}/cancel', params),
      () => router.push(newRoundHref(slug, { from: loadedRound.round })),
    )
  return { round, ...progress, start, cancel }
}
