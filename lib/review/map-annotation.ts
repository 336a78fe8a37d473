import type { Rating } from '@/lib/formats/record'
import type { StepMap } from './repair-steps'

/** What an annotation says of steps by their number. */
export interface LabelledSteps {
  ratings: readonly (Rating | null)[]
  /** Of the steps after those, set aside by an error or a repair. */
  aside: readonly (Rating | null)[]
  stepTimesMs: readonly number[]
}

export interface MappedAnnotation extends LabelledSteps {
  /** It ends before the steps that were replaced: nothing that it says is touched. */
  isWhole: boolean
  /** Ratings of steps that are no more. */
  voided: number
}

/**
 * An annotation after a repair. Ratings of steps that were replaced are void; all others are kept. Those before the place
 * still count; those after it are set aside, since an annotation is a prefix, and come back once the new steps are rated.
 */
export function mapAnnotation(annotation: LabelledSteps, map: StepMap): MappedAnnotation {
  const { ratings, stepTimesMs } = annotation
  const given = [...ratings, ...annotation.aside]
  const mapped = replaceSteps(given, map, null)
  const isWhole = ratings.length <= map.first
  const unrated = ratings.indexOf(null)
  const counted = isWhole
    ? ratings.length
    : Math.min(map.first, unrated === -1 ? map.first : unrated)
  const end = mapped.findLastIndex((rating) => rating !== null) + 1
  const gone = given.slice(map.first, map.first + map.removed)
  return {
    isWhole,
    voided: gone.filter((rating) => rating !== null).length,
    ratings: mapped.slice(0, counted),
    aside: mapped.slice(counted, Math.max(counted, end)),
    stepTimesMs: replaceSteps(stepTimesMs, map, 0),
  }
}

/** A list by step after a repair, as far as it went: new steps get `empty`. */
function replaceSteps<T>(list: readonly T[], { first, removed, added }: StepMap, empty: T): T[] {
  if (list.length <= first) return [...list]
  return list.toSpliced(first, removed, ...Array.from({ length: added }, () => empty))
}
