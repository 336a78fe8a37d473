import type { FinishReason, Flow, Rating, StoredAnnotation, StoredSolution } from './record'

/** The first step rated negative, 0-based; null if there is none. In SQL: `find_first_error`. */
export function findFirstError(ratings: readonly (number | null)[]): number | null {
  const step = ratings.indexOf(-1)
  return step === -1 ? null : step
}

/** Whether an annotation gives a first error or says that there is none, instead of giving up or rejecting the problem. */
export const isConclusiveFinishReason = (
  reason: FinishReason | null,
): reason is 'solution' | 'found_error' => reason === 'solution' || reason === 'found_error'

/** The first error that an annotation gives, 0-based; null if it finds none or is not finished. In SQL: `firstErrorSql`. */
export const findFirstErrorOfAnnotation = ({
  finishReason,
  ratings,
}: {
  finishReason: FinishReason | null
  ratings: readonly (Rating | null)[]
}): number | null => (finishReason === 'found_error' ? findFirstError(ratings) : null)

interface ComparableAnnotation {
  flow: Flow
  isScreening: boolean
  isQualityControl: boolean
  finishReason: FinishReason | null
  irregular: string | null
  revision: number
}

/**
 * Conditions for comparing a submitted annotation with others of its solution, by the reason that excludes it. In SQL:
 * `comparisonConditionsSql`.
 */
export const comparisonConditions = {
  stepChoice: ({ flow }: Pick<ComparableAnnotation, 'flow'>) => flow === 'solution',
  screening: ({ isScreening }: Pick<ComparableAnnotation, 'isScreening'>) => !isScreening,
  gold: ({ isQualityControl }: Pick<ComparableAnnotation, 'isQualityControl'>) => !isQualityControl,
  unfinished: ({ finishReason }: Pick<ComparableAnnotation, 'finishReason'>) =>
    isConclusiveFinishReason(finishReason),
  irregular: ({ irregular }: Pick<ComparableAnnotation, 'irregular'>) => irregular === null,
  olderSteps: (
    { revision }: Pick<ComparableAnnotation, 'revision'>,
    solution: Pick<StoredSolution, 'revision'>,
  ) => revision === solution.revision,
} as const

/**
 * When an annotation was submitted, as PRM800K writes it: without a zone, and with microseconds only if there are any.
 * As in the imported line, if it was imported. Null if unknown. In SQL: `submissionTimeSql`.
 */
export function formatPrm800kSubmissionTime({
  submittedAt,
  recordedAt,
}: Pick<StoredAnnotation, 'submittedAt' | 'recordedAt'>): string | null {
  return submittedAt?.replace(/(?:\.0+)?Z$/, '') ?? (recordedAt || null)
}
