import { findFirstError } from './annotation-rules'
import type { AnnotationRecord, Rating } from './record'

/* Labels as in other datasets: a list, without options, times or annotators. */

/**
 * One label per step. Labels after the first error are stored separately, because an annotation
 * ends at its first error.
 *
 * @param labeler the format's name, because the data has no names
 */
export function makeAnnotationFromStepLabels(
  labels: readonly Rating[],
  labeler: string,
): AnnotationRecord {
  const error = findFirstError(labels)
  const laterLabels = error === null ? [] : labels.slice(error + 1)
  const annotation = makeAnnotation(error === null ? labels : labels.slice(0, error + 1), labeler)
  return laterLabels.length > 0 ? { ...annotation, supersededRatings: laterLabels } : annotation
}

/**
 * Only the first error is known: the steps before it are correct.
 *
 * @param error its step, from 0; null if there is none
 */
export function makeAnnotationFromFirstError(
  stepCount: number,
  error: number | null,
  labeler: string,
): AnnotationRecord {
  const ratings = Array.from(
    { length: error === null ? stepCount : error + 1 },
    (_, step): Rating => (step === error ? -1 : 1),
  )
  return makeAnnotation(ratings, labeler)
}

function makeAnnotation(ratings: readonly Rating[], labeler: string): AnnotationRecord {
  return {
    labeler,
    timestamp: null,
    generation: null,
    isQualityControl: false,
    isScreening: false,
    finishReason: ratings.includes(-1) ? 'found_error' : 'solution',
    totalTimeMs: 0,
    ratings: [...ratings],
    flagged: ratings.map(() => null),
    chosenPositions: ratings.map((rating) => (rating === -1 ? null : 0)),
    optionCounts: ratings.map(() => 1),
    optionRatings: [],
    humanOptions: [],
  }
}
