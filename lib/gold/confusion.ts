import type { Rating } from '@/lib/formats/record'

/** Counts by known rating, then by the annotator's rating; each in the order -1, 0, +1. */
export type ConfusionCounts = readonly (readonly number[])[]

export interface RatingPair {
  known: Rating
  answer: Rating
}

/** Counts how often each known rating received each rating. */
export function countRatingConfusion(pairs: Iterable<RatingPair>): ConfusionCounts {
  const counts = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const { known, answer } of pairs) counts[known + 1]![answer + 1]! += 1
  return counts
}

/**
 * Pairs the ratings of an answer to gold with the known ratings. Steps before the first accepted error count as +1,
 * because gold has no neutral. If several first errors are accepted, two of those steps are compared: the one that the
 * annotator marked, and the last, which must not be missed.
 *
 * @param firstErrors the accepted first errors: steps from 0, in ascending order; empty: no error
 */
export function pairRatingsWithGold(
  firstErrors: readonly number[],
  ratings: readonly (Rating | null)[],
): RatingPair[] {
  const pairs: RatingPair[] = []
  const [first, last] = [firstErrors[0] ?? Infinity, firstErrors.at(-1) ?? Infinity]
  for (const [step, answer] of ratings.entries()) {
    if (answer === null) continue
    const isError = step === last || (answer === -1 && firstErrors.includes(step))
    if (isError) pairs.push({ known: -1, answer })
    else if (step < first) pairs.push({ known: 1, answer })
    // After an error, gold has no known rating to compare with.
    if (answer === -1 || step >= last) break
  }
  return pairs
}

/** Pairs the ratings of steps that both an annotation and the adjudication of its solution rate. */
export function pairRatingsWithAdjudication(
  adjudicatedRatings: readonly (Rating | null)[],
  ratings: readonly (Rating | null)[],
): RatingPair[] {
  return ratings.flatMap((answer, step) => {
    const adjudicatedRating = adjudicatedRatings[step] ?? null
    return answer === null || adjudicatedRating === null
      ? []
      : [{ known: adjudicatedRating, answer }]
  })
}
