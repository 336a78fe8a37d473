import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJob } from '@/components/jobs/use-job'
import { call } from '@/lib/client/call'
import type {
  cancelEvaluationContract,
  getEvaluationContract,
  startEvaluationContract,
} from '@/lib/insights/contract'
import type { Evaluation, EvaluationOptions } from './evaluation'
import { evaluationHref } from './evaluation'

export type EvaluationView = ReturnType<typeof useEvaluation>

/** The newest evaluation as it is by now, and what can be done about it. */
export function useEvaluation(slug: string, given: Evaluation | null) {
  const router = useRouter()
  const [found, setFound] = useState<Evaluation | null>(given)
  const newest = chooseNewest(found, given)
  const { act, ...seen } = useJob(newest, {
    isMoving: ({ state }) => state === 'running',
    nameStage: ({ evaluation, state }) => `${evaluation} ${state}`,
    countRows: ({ readRows }) => readRows,
    goesOn: 'The evaluation goes on',
    ask: ({ evaluation }, signal) =>
      call<typeof getEvaluationContract>(
        { method: 'get', path: '/projects/{project}/evaluations/{evaluation}' },
        { project: slug, evaluation },
        { signal },
      ),
    /** Formulas are set by the server, so the page is asked for anew where it ends. */
    show(reply) {
      setFound(reply)
      if (reply.state === 'done') router.replace(evaluationHref(slug, reply.evaluation))
      if (reply.state !== 'running') router.refresh()
    },
    // Somebody else may have begun one, or ended this.
    onConflict() {
      setFound(null)
      router.refresh()
    },
  })

  const start = (options: EvaluationOptions) =>
    act(() =>
      call<typeof startEvaluationContract>(
        { method: 'post', path: '/projects/{project}/evaluations' },
        { project: slug, ...options },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const cancel = (evaluation: string) =>
    act(() =>
      call<typeof cancelEvaluationContract>(
        { method: 'post', path: '/projects/{project}/evaluations/{evaluation}/cancel' },
        { project: slug, evaluation },
      ),
    )
  return { newest, ...seen, start, cancel }
}

/** What this page found out, unless the server's page came with one that was begun later. */
function chooseNewest(found: Evaluation | null, given: Evaluation | null): Evaluation | null {
  if (found === null || given === null) return found ?? given
  // The server's page may be from before the end, or from after it.
  if (found.evaluation === given.evaluation)
    return found.state === 'running' ? (given.state === 'running' ? found : given) : found
  return given.createdAt > found.createdAt ? given : found
}
