import type { LabelledSolution } from './scorer-model'

type Ratings = LabelledSolution['ratings']

/**
 * The share of errors at each place, of what was rated: the least that a scorer must beat. Where few were seen, the share
 * of all places counts with theirs.
 */
export function learnPositions(ratings: readonly Ratings[]): (position: number) => number {
  const rated: number[] = []
  const errors: number[] = []
  for (const each of ratings)
    for (const [position, rating] of each.slice(0, endOfLabels(each)).entries()) {
      if (rating === null) continue
      rated[position] = (rated[position] ?? 0) + 1
      errors[position] = (errors[position] ?? 0) + Number(rating === -1)
    }
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  const overall = (sum(errors) + 0.5) / (sum(rated) + 1)
  return (position) => ((errors[position] ?? 0) + 2 * overall) / ((rated[position] ?? 0) + 2)
}

/** How many steps an annotation speaks of: up to its first error. */
export function endOfLabels(ratings: Ratings): number {
  const error = ratings.indexOf(-1)
  return error < 0 ? ratings.length : error + 1
}
