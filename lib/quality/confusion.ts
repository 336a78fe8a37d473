import type { Rating } from '@/lib/formats/record'

/** By what is known, then by what was given; each in the order -1, 0, +1. */
export type Confusion = readonly (readonly number[])[]

export interface RatedPair {
  known: Rating
  answer: Rating
}

/** How often what was given was what, of what is known. */
export function countConfusion(pairs: Iterable<RatedPair>): Confusion {
  const counts = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const { known, answer } of pairs) counts[known + 1]![answer + 1]! += 1
  return counts
}

/**
 * Steps of an answer to gold of which something is known. Steps before the first that may be an error are right, which
 * counts as +1: gold knows no neutral. Between errors each of which is acceptable nothing is known but of the one that was
 * given, or of the last: to pass that too is wrong.
 *
 * @param firstErrors steps, from 0 and rising, each of which is right as the first error; empty: there is none
 */
export function pairWithGold(
  firstErrors: readonly number[],
  ratings: readonly (Rating | null)[],
): RatedPair[] {
  const pairs: RatedPair[] = []
  const [first, last] = [firstErrors[0] ?? Infinity, firstErrors.at(-1) ?? Infinity]
  for (const [step, answer] of ratings.entries()) {
    if (answer === null) continue
    const isError = step === last || (answer === -1 && firstErrors.includes(step))
    if (isError) pairs.push({ known: -1, answer })
    else if (step < first) pairs.push({ known: 1, answer })
    // Steps after an error have no rating.
    if (answer === -1 || step >= last) break
  }
  return pairs
}

/** Steps rated by both an annotation and the adjudication of its solution. */
export function pairWithAdjudication(
  known: readonly (Rating | null)[],
  ratings: readonly (Rating | null)[],
): RatedPair[] {
  return ratings.flatMap((answer, step) => {
    const adjudicated = known[step] ?? null
    return answer === null || adjudicated === null ? [] : [{ known: adjudicated, answer }]
  })
}
