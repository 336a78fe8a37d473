import { callApi } from '@/lib/client/call-api'
import type {
  cancelEvaluationContract,
  getEvaluationContract,
  startEvaluationContract,
} from '@/lib/insights/contract'
import type { Evaluation, EvaluationOptions } from './evaluation'
import { useNewestRun } from './use-newest-run'

/** The newest evaluation with these options. */
export function useEvaluation(
  slug: string,
  options: EvaluationOptions,
  { newest, needsUpdate }: { newest: Evaluation | null; needsUpdate: boolean },
) {
  return useNewestRun(newest, needsUpdate, {
    getId: ({ evaluation }) => evaluation,
    get: ({ evaluation }, signal) =>
      callApi<typeof getEvaluationContract>(
        { method: 'get', path: '/projects/{project}/evaluations/{evaluation}' },
        { project: slug, evaluation },
        { signal },
      ),
    start: ({ onlyIfOutdated }) =>
      callApi<typeof startEvaluationContract>(
        { method: 'post', path: '/projects/{project}/evaluations' },
        { project: slug, ...options, onlyIfOutdated },
        { idempotencyKey: crypto.randomUUID() },
      ),
    cancel: ({ evaluation }) =>
      callApi<typeof cancelEvaluationContract>(
        { method: 'post', path: '/projects/{project}/evaluations/{evaluation}/cancel' },
        { project: slug, evaluation },
      ),
  })
}
