import { findFirstError, isConclusiveFinishReason } from '@/lib/formats/annotation-rules'
import type { AnnotationRecord, SolutionRecord } from '@/lib/formats/record'
import type { Rating } from './labeler-annotations'

/** Why an annotation in a file can't be compared. */
export type IncomparableReason =
  /** In the step-choice flow each annotator has a different solution, so no two label the same one. */
  | 'choice'
  /** Given up, or marked as a bad problem: the first error is unknown. */
  | 'unfinished'
  /** A step up to the first error, or of a solution without one, is unrated; or ratings contradict the finish reason. */
  | 'irregular'

export type ComparableRatings =
  | { ratings: (Rating | null)[]; isTruncated: boolean }
  | { excluded: IncomparableReason }

/**
 * The ratings of an annotation up to its first error. Imported labels may continue after it, with ratings (`isTruncated`)
 * or nulls, and are compared all the same. With a negative rating, either conclusive finish reason is accepted; without
 * one, it must be `solution`, and every step must be rated.
 */
export function toComparableRatings(
  { flow, steps }: Pick<SolutionRecord, 'flow' | 'steps'>,
  { finishReason, ratings }: Pick<AnnotationRecord, 'finishReason' | 'ratings'>,
): ComparableRatings {
  if (flow !== 'solution') return { excluded: 'choice' }
  if (!isConclusiveFinishReason(finishReason)) return { excluded: 'unfinished' }
  const error = findFirstError(ratings)
  const path = error === null ? ratings : ratings.slice(0, error + 1)
  const stepCount = steps?.length ?? 0
  const isWhole = error === null ? path.length === stepCount : path.length <= stepCount
  const isConsistent = error !== null || finishReason === 'solution'
  if (path.includes(null) || !isWhole || !isConsistent) return { excluded: 'irregular' }
  return {
    ratings: path,
    isTruncated: ratings.slice(path.length).some((rating) => rating !== null),
  }
}
