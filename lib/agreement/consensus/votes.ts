import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'

/** One annotator's complete, regular work on a solution. */
export interface AnnotationVote {
  labeler: string
  /** By step, up to the first error or the end. */
  ratings: readonly (Rating | null)[]
}

/** The consensus of several annotations of one solution. */
export type Consensus = AgreedConsensus | ConsensusTie

export interface AgreedConsensus {
  kind: 'agreed'
  /** 0-based; null: no error. */
  firstError: number | null
  /** Up to the first error or the end, like stored annotations. */
  ratings: Rating[]
  /** Names of the annotators who gave this first error. */
  voters: string[]
}

/** No consensus: a reviewer has to adjudicate. */
export interface ConsensusTie {
  kind: 'tied'
  /** The tied first errors, ascending; null (no error) comes last. */
  between: (number | null)[]
}

/** Ascending, null last. */
export function compareFirstErrors(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null ? -1 : a - b
}

/**
 * The consensus on this first error. Its ratings are, at each step before the error, the majority of the ratings that are
 * not negative. A tie between neutral and positive gives neutral, the weaker claim; exports choose how to treat neutral anyway.
 */
export function buildFirstErrorConsensus(
  firstError: number | null,
  annotations: readonly AnnotationVote[],
): AgreedConsensus {
  const voters = annotations.filter(({ ratings }) => findFirstError(ratings) === firstError)
  const steps = firstError ?? Math.max(0, ...voters.map(({ ratings }) => ratings.length))
  const ratings = Array.from({ length: steps }, (_, step): Rating => {
    let lead = 0
    for (const { ratings: otherRatings } of annotations)
      lead += otherRatings[step] === 1 ? 1 : otherRatings[step] === 0 ? -1 : 0
    return lead > 0 ? 1 : 0
  })
  if (firstError !== null) ratings.push(-1)
  return {
    kind: 'agreed',
    firstError,
    ratings,
    voters: voters.map(({ labeler }) => labeler).sort(),
  }
}
