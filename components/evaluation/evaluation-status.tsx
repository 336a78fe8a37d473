'use client'

import { BackgroundResultStatus } from '@/components/jobs/background-result-status'
import type { Evaluation, EvaluationOptions } from './evaluation'
import { useEvaluation } from './use-evaluation'

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
  const status = useEvaluation(slug, options, { newest, needsUpdate })
  return <BackgroundResultStatus status={status} updatedAt={updatedAt} />
}
