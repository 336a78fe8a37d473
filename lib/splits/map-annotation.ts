import type { Rating } from '@/lib/formats/record'
import type { StepRangeReplacement } from './repair-steps'

/** Ratings of an annotation, by step. */
export interface AnnotationRatings {
  ratings: readonly (Rating | null)[]
  /** Ratings of later steps, superseded by an error or a repair. */
  superseded: readonly (Rating | null)[]
  stepTimesMs: readonly number[]
}

export interface MappedAnnotation extends AnnotationRatings {
  /** The annotation ends before the replaced steps, so its `ratings` do not change. */
  isUnchanged: boolean
  /** Number of ratings of replaced steps. */
  removedRatings: number
}

/**
 * Maps an annotation to repaired steps. Drops the ratings of replaced steps and keeps all others. Ratings before the
 * replaced steps still count. Ratings after them become superseded, because an annotation is a prefix, and are restored
 * once the new steps are rated.
 */
export function mapAnnotationToRepairedSteps(
  annotation: AnnotationRatings,
  replacement: StepRangeReplacement,
): MappedAnnotation {
  const { ratings, stepTimesMs } = annotation
  const allRatings = [...ratings, ...annotation.superseded]
  const mappedRatings = replaceSteps(allRatings, replacement, null)
  const isUnchanged = ratings.length <= replacement.first
  const firstUnratedStep = ratings.indexOf(null)
  const countedLength = isUnchanged
    ? ratings.length
    : Math.min(replacement.first, firstUnratedStep === -1 ? replacement.first : firstUnratedStep)
  const end = mappedRatings.findLastIndex((rating) => rating !== null) + 1
  const removedRatings = allRatings.slice(
    replacement.first,
    replacement.first + replacement.removed,
  )
  return {
    isUnchanged,
    removedRatings: removedRatings.filter((rating) => rating !== null).length,
    ratings: mappedRatings.slice(0, countedLength),
    superseded: mappedRatings.slice(countedLength, Math.max(countedLength, end)),
    stepTimesMs: replaceSteps(stepTimesMs, replacement, 0),
  }
}

/** Maps a list by step to repaired steps, up to its length. New steps get `empty`. */
function replaceSteps<T>(
  list: readonly T[],
  { first, removed, added }: StepRangeReplacement,
  empty: T,
): T[] {
  if (list.length <= first) return [...list]
  return list.toSpliced(first, removed, ...Array.from({ length: added }, () => empty))
}
