import { formatQuantity } from '@/lib/platform/format'
import { maxOverlap } from '@/lib/projects/settings'
import type { RoundPolicy } from './policy'

/** Annotators in total for each solution with extra overlap. The project's overlap can have changed since the plan. */
export function countExtraOverlapAnnotators(
  overlap: Pick<RoundPolicy['overlap'], 'annotators' | 'extraAnnotators'>,
  projectOverlap: number,
): number {
  const annotators = overlap.annotators ?? projectOverlap
  return overlap.extraAnnotators ?? Math.min(annotators + 1, maxOverlap)
}

/** Why the extra overlap of a policy has no effect or is impossible; null if it is possible. */
export function findExtraOverlapProblem(
  overlap: RoundPolicy['overlap'],
  projectOverlap: number,
): string | null {
  if (overlap.share === 0) return null
  const annotators = overlap.annotators ?? projectOverlap
  if (annotators >= maxOverlap)
    return `Set the extra overlap to 0: each solution already has the maximum of ${maxOverlap} annotators.`
  return countExtraOverlapAnnotators(overlap, projectOverlap) > annotators
    ? null
    : `Enter more than ${annotators}: each solution already has ${formatQuantity(annotators, 'annotator')}.`
}
