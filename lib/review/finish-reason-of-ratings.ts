import type { Rating } from '@/lib/formats/record'

/**
 * The finish reason of final ratings; null if they are incomplete. Complete ratings end at the first error or cover
 * every step.
 */
export function findFinishReasonOfRatings(
  ratings: readonly Rating[],
  stepCount: number,
): 'solution' | 'found_error' | null {
  const error = ratings.indexOf(-1)
  if (error !== -1)
    return error === ratings.length - 1 && ratings.length <= stepCount ? 'found_error' : null
  return ratings.length === stepCount ? 'solution' : null
}
