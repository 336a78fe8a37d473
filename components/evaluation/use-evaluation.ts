import { useAutoStartedRun } from '@/components/jobs/use-auto-started-run'
import { callApi } from '@/lib/client/call-api'
import type { Evaluation, EvaluationOptions } from './evaluation'

/** Follows the newest evaluation with these options, and starts one if the result is missing or outdated. */
export function useEvaluation(
  slug: string,
  options: EvaluationOptions,
  { newest, needsUpdate }: { newest: Evaluation | null; needsUpdate: boolean },
) {
  return useAutoStartedRun(newest, needsUpdate, {
    getId: ({ evaluation }) => evaluation,
    get: ({ evaluation }, signal) =>
      callApi(
        'get /projects/{project}/evaluations/{evaluation}',
        { project: slug, evaluation },
        { signal },
      ),
    start: ({ onlyIfOutdated }) =>
      callApi(
        'post /projects/{project}/evaluations',
        { project: slug, ...options, onlyIfOutdated },
        { idempotencyKey: crypto.randomUUID() },
      ),
    cancel: ({ evaluation }) =>
      callApi('post /projects/{project}/evaluations/{evaluation}/cancel', {
        project: slug,
        evaluation,
      }),
  })
}
