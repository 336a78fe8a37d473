import type { Rating } from '@/lib/formats/record'

/** One person's whole, regular pass over a solution. */
export interface Annotation {
  labeler: string
  /** By step, up to the first error or the end. */
  ratings: readonly (Rating | null)[]
}

/** What several annotations of one solution come to. */
export type Consensus = Agreed | Tied

export interface Agreed {
  kind: 'agreed'
  /** From 0; null: there is no error. */
  firstError: number | null
  /** Up to the first error, or to the end: as annotations are stored. */
  ratings: Rating[]
  /** Who said so, by name. */
  voters: string[]
}

/** No consensus: someone has to rule. */
export interface Tied {
  kind: 'tied'
  /** The first errors between which it stands, rising; null, that there is none, comes last. */
  between: (number | null)[]
}

/** From 0; null: there is none. */
export function findFirstError(ratings: readonly (Rating | null)[]): number | null {
  const step = ratings.indexOf(-1)
  return step < 0 ? null : step
}

/** Rising, null last. */
export function compareFirstErrors(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null ? -1 : a - b
}

/**
 * The ratings that go with a first error that someone gave: each step before it by the majority of those who rated it and
 * did not call it an error. Of a tie between neutral and positive neutral is taken: it promises less, and whoever trains on
 * the labels says anyway what becomes of neutral ones.
 */
export function agreeOn(firstError: number | null, annotations: readonly Annotation[]): Agreed {
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
