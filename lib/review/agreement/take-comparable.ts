import type { AnnotationRecord, SolutionRecord } from '@/lib/formats/record'
import type { Rating } from './compare-annotations'

/** Why an annotation of a file cannot be compared with another one. */
export type ExclusionReason =
  /** People took different ways: there is no solution that two of them labelled. */
  | 'choice'
  /** Given up, or called a bad problem: where the first error is was never said. */
  | 'unfinished'
  /** A step is not rated, though it comes before the first error or there is none. */
  | 'irregular'

export type Comparable =
  | { ratings: (Rating | null)[]; isTruncated: boolean }
  | { excluded: ExclusionReason }

/**
 * The ratings of an annotation up to its first error, which is all that counts here: labels made elsewhere may go on after it,
 * with ratings (`isCut`) or with empty places, and are compared all the same. Whether it was finished as found in error or
 * as correct does not matter where there is a negative rating; where there is none, every step must be rated.
 */
export function takeComparable(
  { flow, steps }: Pick<SolutionRecord, 'flow' | 'steps'>,
  { finishReason, ratings }: Pick<AnnotationRecord, 'finishReason' | 'ratings'>,
): Comparable {
  if (flow !== 'solution') return { excluded: 'choice' }
  if (finishReason !== 'solution' && finishReason !== 'found_error')
    return { excluded: 'unfinished' }
  const error = ratings.indexOf(-1)
  const path = error < 0 ? ratings : ratings.slice(0, error + 1)
  const stepCount = steps?.length ?? 0
  const isWhole = error < 0 ? path.length === stepCount : path.length <= stepCount
  const isConsistent = error >= 0 || finishReason === 'solution'
  if (path.includes(null) || !isWhole || !isConsistent) return { excluded: 'irregular' }
  return {
    ratings: path,
    isTruncated: ratings.slice(path.length).some((rating) => rating !== null),
  }
}
