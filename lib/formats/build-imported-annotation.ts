import { findAnnotationIrregularity } from './find-annotation-irregularity'
import type { AnnotationRecord, Flow, StoredAnnotation } from './record'

/** The annotation as an import stores it. Fields that no source has are empty. */
export function buildImportedAnnotation(
  annotation: AnnotationRecord,
  flow: Flow,
  stepCount: number,
): Omit<StoredAnnotation, 'id'> {
  const {
    timestamp,
    supersededRatings = [],
    explanation = null,
    humanOptions,
    ...fields
  } = annotation
  return {
    ...fields,
    origin: 'imported',
    state: 'submitted',
    stepCount,
    startedAt: null,
    submittedAt: null,
    recordedAt: timestamp,
    finishNote: null,
    supersededRatings,
    humanOptions: humanOptions.map(({ correctedRating = null, ...option }) => ({
      ...option,
      correctedRating,
    })),
    explanation,
    explanationOption: null,
    progress: null,
    tags: [],
    notes: [],
    stepTimesMs: [],
    revision: 1,
    guidelineVersion: null,
    answerShown: null,
    hiddenReferenceShare: null,
    irregular: findAnnotationIrregularity(flow, stepCount, annotation),
  }
}
