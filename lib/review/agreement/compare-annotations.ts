import { readTime } from './submission-time'

export type Rating = -1 | 0 | 1

/** One person's pass over a solution. Irregular and unfinished ones are the caller's to leave out. */
export interface Annotation {
  labeler: string
  /** By step, up to where it ended; null is unrated. */
  ratings: readonly (Rating | null)[]
  /** ISO 8601, without a zone in UTC; or microseconds since 1970. Null: not known. */
  submittedAt: string | number | null
}

export interface ReadAnnotation extends Annotation {
  /** The first step rated negative, from 0; -1: none. */
  firstError: number
  /** Microseconds since 1970. */
  time: number | null
}

/** The first step rated negative, from 0; -1: none. */
export const findFirstError = (ratings: readonly (Rating | null)[]): number => ratings.indexOf(-1)

/** One step apart at most. None is near none only. */
export function isWithinOne(first: number, second: number): boolean {
  return first < 0 || second < 0 ? first === second : Math.abs(first - second) <= 1
}

/**
 * Each person's last word, the earliest first. What has no time counts as the earliest; of the same time what was given
 * later comes later.
 */
export function listLatestAnnotations(annotations: readonly Annotation[]): ReadAnnotation[] {
  const read = annotations.map((annotation): ReadAnnotation => {
    const { labeler, ratings, submittedAt } = annotation
    const firstError = findFirstError(ratings)
    const time = annotations.length < 2 ? null : readTime(submittedAt)
    return { labeler, ratings, submittedAt, firstError, time }
  })
  if (read.length < 2) return read
  read.sort((a, b) => compareTimes(a.time, b.time))
  if (read.length === 2 && read[0]!.labeler !== read[1]!.labeler) return read
  const last = new Map(read.map((annotation) => [annotation.labeler, annotation]))
  return last.size === read.length
    ? read
    : read.filter((annotation) => last.get(annotation.labeler) === annotation)
}

function compareTimes(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  return b === null ? 1 : a - b
}
