import { formatPrm800kSubmissionTime } from './annotation-rules'
import type { AnnotationRecord, LabelsRecord } from './record'

/** The labels as in other formats. The submission time is in PRM800K's format, without a zone. */
export function buildAnnotationRecord(annotation: LabelsRecord['annotation']): AnnotationRecord {
  return {
    labeler: annotation.labeler,
    timestamp: formatPrm800kSubmissionTime(annotation),
    generation: annotation.generation,
    isQualityControl: annotation.isQualityControl,
    isScreening: annotation.isScreening,
    finishReason: annotation.finishReason,
    totalTimeMs: annotation.totalTimeMs,
    ratings: annotation.ratings,
    flagged: annotation.flagged,
    chosenPositions: annotation.chosenPositions,
    optionCounts: annotation.optionCounts,
    optionRatings: annotation.optionRatings,
    humanOptions: annotation.humanOptions.map(({ correctedRating, ...human }) => ({
      ...human,
      correctedRating: correctedRating ?? undefined,
    })),
  }
}
