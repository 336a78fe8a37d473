'use client'

import { BackgroundResultStatus } from '@/components/jobs/background-result-status'
import { useAutoStartedRun } from '@/components/jobs/use-auto-started-run'
import { callApi } from '@/lib/client/call-api'
import type { Evaluation, EvaluationOptions } from './evaluation'

/** Keeps the evaluation with these options up to date, and shows the progress. */
export function EvaluationStatus({
  slug,
  options,
  newest,
  needsUpdate,
  updatedAt,
}: {
  slug: string
  options: EvaluationOptions
  newest: Evaluation | null
  needsUpdate: boolean
  updatedAt: string | null
}) {
  const status = useAutoStartedRun(newest, needsUpdate, {
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
  return <BackgroundResultStatus status={status} updatedAt={updatedAt} />
}
