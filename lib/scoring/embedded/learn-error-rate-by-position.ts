import { findFirstError } from '@/lib/formats/annotation-rules'
import type { TrainingExample } from './scorer-model'

type Ratings = TrainingExample['ratings']

/**
 * The share of errors by step number: the baseline that a scorer has to beat. Small counts are smoothed with the
 * overall share.
 */
export function learnErrorRateByPosition(
  ratings: readonly Ratings[],
): (position: number) => number {
  const ratedCounts: number[] = []
  const errors: number[] = []
  for (const solutionRatings of ratings)
    for (const [position, rating] of solutionRatings
      .slice(0, countStepsUpToFirstError(solutionRatings))
      .entries()) {
      if (rating === null) continue
      ratedCounts[position] = (ratedCounts[position] ?? 0) + 1
      errors[position] = (errors[position] ?? 0) + Number(rating === -1)
    }
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  const overall = (sum(errors) + 0.5) / (sum(ratedCounts) + 1)
  return (position) => ((errors[position] ?? 0) + 2 * overall) / ((ratedCounts[position] ?? 0) + 2)
}

/** Number of steps that an annotation covers: up to its first error. */
export function countStepsUpToFirstError(ratings: Ratings): number {
  const error = findFirstError(ratings)
  return error === null ? ratings.length : error + 1
}
