import type { ReviewedSolution } from '@/lib/reviews/server/reviewed-annotations.sql'

/** Why a solution can't be gold; null if it can. */
export function findGoldRefusalReason({ flow, steps }: Pick<ReviewedSolution, 'flow' | 'steps'>) {
  if (flow !== 'solution')
    return 'Solutions of the step-choice flow can’t be gold, because each annotator takes their own path.'
  return steps.length === 0 ? 'It has no steps.' : null
}
