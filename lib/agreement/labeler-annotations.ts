import { findFirstError } from '@/lib/formats/annotation-rules'
import { parseIsoToMicroseconds } from './submission-time'

export type Rating = -1 | 0 | 1

/** One annotator's work on a solution. The caller leaves out irregular and unfinished annotations. */
export interface LabelerAnnotation {
  labeler: string
  /** By step, up to the last rated step; null is unrated. */
  ratings: readonly (Rating | null)[]
  /** ISO 8601, in UTC if without a zone, or microseconds since 1970. Null: unknown. */
  submittedAt: string | number | null
}

export interface AnnotationWithFirstError extends LabelerAnnotation {
  /** 0-based; null: none. */
  firstError: number | null
  /** Microseconds since 1970; null if unknown, or if there is no other annotation. */
  time: number | null
}

/** At most one step apart. No error only matches no error. */
export function areFirstErrorsWithinOneStep(first: number | null, second: number | null): boolean {
  return first === null || second === null ? first === second : Math.abs(first - second) <= 1
}

/**
 * Each annotator's latest annotation, earliest first. An unknown time counts as the earliest. Equal times keep the
 * given order.
 */
export function listLatestAnnotations(
  annotations: readonly LabelerAnnotation[],
): AnnotationWithFirstError[] {
  const parsedAnnotations = annotations.map((annotation): AnnotationWithFirstError => {
    const { labeler, ratings, submittedAt } = annotation
    const firstError = findFirstError(ratings)
    const time = annotations.length < 2 ? null : parseIsoToMicroseconds(submittedAt)
    return { labeler, ratings, submittedAt, firstError, time }
  })
  if (parsedAnnotations.length < 2) return parsedAnnotations
  parsedAnnotations.sort((a, b) => compareTimes(a.time, b.time))
  if (
    parsedAnnotations.length === 2 &&
    parsedAnnotations[0]!.labeler !== parsedAnnotations[1]!.labeler
  )
    return parsedAnnotations
  const lastByLabeler = new Map(
    parsedAnnotations.map((annotation) => [annotation.labeler, annotation]),
  )
  return lastByLabeler.size === parsedAnnotations.length
    ? parsedAnnotations
    : parsedAnnotations.filter((annotation) => lastByLabeler.get(annotation.labeler) === annotation)
}

function compareTimes(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  return b === null ? 1 : a - b
}
