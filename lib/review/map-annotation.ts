import type { Rating } from '@/lib/formats/record'
import type { StepMap } from './repair-steps'

/** What an annotation says of steps by their number. */
export interface LabelledSteps {
  ratings: readonly (Rating | null)[]
  /** Of the steps after those, set aside by an error or a repair. */
  superseded: readonly (Rating | null)[]
  stepTimesMs: readonly number[]
}

export interface MappedAnnotation extends LabelledSteps {
  /** It ends before the steps that were replaced: nothing that it says is touched. */
  isUnchanged: boolean
  /** Ratings of steps that are no more. */
  removedRatings: number
}

/**
 * An annotation after a repair. Ratings of steps that were replaced are void; all others are kept. Those before the place
 * still count; those after it are set aside, since an annotation is a prefix, and come back once the new steps are rated.
 */
export function mapAnnotation(annotation: LabelledSteps, map: StepMap): MappedAnnotation {
  const { ratings, stepTimesMs } = annotation
  const allRatings = [...ratings, ...annotation.superseded]
  const mappedRatings = replaceSteps(allRatings, map, null)
  const isUnchanged = ratings.length <= map.first
  const unrated = ratings.indexOf(null)
  const countedLength = isUnchanged
    ? ratings.length
    : Math.min(map.first, unrated === -1 ? map.first : unrated)
  const end = mappedRatings.findLastIndex((rating) => rating !== null) + 1
  const removed = allRatings.slice(map.first, map.first + map.removed)
  return {
    isUnchanged,
    removedRatings: removed.filter((rating) => rating !== null).length,
    ratings: mappedRatings.slice(0, countedLength),
    superseded: mappedRatings.slice(countedLength, Math.max(countedLength, end)),
    stepTimesMs: replaceSteps(stepTimesMs, map, 0),
  }
}

/** A list by step after a repair, as far as it went: new steps get `empty`. */
function replaceSteps<T>(list: readonly T[], { first, removed, added }: StepMap, empty: T): T[] {
  if (list.length <= first) return [...list]
  return list.toSpliced(first, removed, ...Array.from({ length: added }, () => empty))
}
