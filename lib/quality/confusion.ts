import type { Rating } from '@/lib/formats/record'

/** By what is known, then by what was given; each in the order -1, 0, +1. */
export type Confusion = readonly (readonly number[])[]

export interface RatedPair {
  known: Rating
  given: Rating
}

/** How often what was given was what, of what is known. */
export function tallyConfusion(pairs: Iterable<RatedPair>): Confusion {
  const counts = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const { known, given } of pairs) counts[known + 1]![given + 1]! += 1
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
  for (const [step, given] of ratings.entries()) {
    if (given === null) continue
    const isError = step === last || (given === -1 && firstErrors.includes(step))
    if (isError) pairs.push({ known: -1, given })
    else if (step < first) pairs.push({ known: 1, given })
    // What comes after an error is nobody's to know.
    if (given === -1 || step >= last) break
  }
  return pairs
}

/** Steps that both an annotation and a ruling on the same solution rate. */
export function pairWithRuling(
  known: readonly (Rating | null)[],
  ratings: readonly (Rating | null)[],
): RatedPair[] {
  return ratings.flatMap((given, step) => {
    const ruled = known[step] ?? null
    return given === null || ruled === null ? [] : [{ known: ruled, given }]
  })
}
