import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'

/**
 * The finish reason of final ratings; null if they are incomplete. Complete ratings end at the first error or cover
 * every step.
 */
export function findFinishReasonOfRatings(
  ratings: readonly Rating[],
  stepCount: number,
): 'solution' | 'found_error' | null {
  const error = findFirstError(ratings)
  if (error !== null)
    return error === ratings.length - 1 && ratings.length <= stepCount ? 'found_error' : null
  return ratings.length === stepCount ? 'solution' : null
}
