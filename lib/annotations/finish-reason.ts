import type { FinishReason } from '@/lib/formats/record'
import {
  isWaitingForOptions,
  findFirstErrorStep,
  isChosenPathComplete,
  listFirstErrorOptionRatings,
  listRatingsThatCount,
  readErrorDetails,
  type AnnotationContent,
  type RatableShape,
} from './content'

/** An answer that is missing before an annotation can be submitted. */
export type MissingAnswer =
  | { kind: 'rating' }
  | { kind: 'option'; option: number }
  /** The options of the first error are not loaded yet. */
  | { kind: 'options' }
  | { kind: 'explanation' }
  | { kind: 'progress' }

export function listMissingAnswers(
  content: AnnotationContent,
  shape: RatableShape,
): MissingAnswer[] {
  if (shape.flow === 'step_choice')
    return isChosenPathComplete(content, shape) ? [] : [{ kind: 'rating' as const }]
  if (findFirstErrorStep(content, shape) === null)
    return listRatingsThatCount(content, shape).length === shape.stepCount
      ? []
      : [{ kind: 'rating' }]
  const { explanation, progress } = readErrorDetails(content, shape)
  return [
    ...(isWaitingForOptions(content, shape) ? [{ kind: 'options' as const }] : []),
    ...listFirstErrorOptionRatings(content, shape).flatMap((rating, option) =>
      rating === null ? [{ kind: 'option' as const, option }] : [],
    ),
    ...(shape.asksExplanation && !explanation ? [{ kind: 'explanation' as const }] : []),
    ...(shape.asksProgress && !progress ? [{ kind: 'progress' as const }] : []),
  ]
}

/** The finish reason that the ratings imply; null while an answer is missing. */
export function findImpliedFinishReason(
  content: AnnotationContent,
  shape: RatableShape,
): 'solution' | 'found_error' | null {
  if (listMissingAnswers(content, shape).length > 0) return null
  return findFirstErrorStep(content, shape) === null ? 'solution' : 'found_error'
}

/**
 * The finish reason to submit with. Also `found_error` if only the options of the first error are missing because they are
 * not loaded: the server decides whether there are any.
 */
export function findFinishReasonToSubmit(
  content: AnnotationContent,
  shape: RatableShape,
): 'solution' | 'found_error' | null {
  const isOnlyUnrevealed = listMissingAnswers(content, shape).every(
    ({ kind }) => kind === 'options',
  )
  if (isOnlyUnrevealed && isWaitingForOptions(content, shape)) return 'found_error'
  return findImpliedFinishReason(content, shape)
}

/** The field of the request that prevents a submission, and a sentence that says why. */
export interface FinishRefusal {
  field:
    | 'finishNote'
    | 'finishReason'
    | 'ratings'
    | 'choices'
    | 'options'
    | 'explanation'
    | 'progress'
  reason: string
}

/**
 * Why an annotation can't be finished with a reason; null if it can. The constraint `annotation_prefix` enforces the
 * same for the ratings.
 */
export function findFinishRefusal(
  reason: FinishReason,
  note: string | null,
  content: AnnotationContent,
  shape: RatableShape,
): FinishRefusal | null {
  if (reason === 'give_up' || reason === 'bad_problem')
    return (note ?? '').trim() === '' ? { field: 'finishNote', reason: 'Enter a reason.' } : null
  const hasError = findFirstErrorStep(content, shape) !== null
  if (reason === 'found_error' && !hasError)
    return {
      // No step of a chosen path is negative.
      field: shape.flow === 'solution' ? 'ratings' : 'finishReason',
      reason: 'No step is rated negative.',
    }
  if (reason === 'solution' && hasError)
    return {
      field: 'finishReason',
      reason: 'A step is rated negative, so the finish reason must be found_error.',
    }
  const [missing] = listMissingAnswers(content, shape)
  return missing ? describeMissingAnswer(missing, shape) : null
}

function describeMissingAnswer({ kind }: MissingAnswer, { flow }: RatableShape): FinishRefusal {
  const refusals: Record<MissingAnswer['kind'], FinishRefusal> = {
    rating:
      flow === 'solution'
        ? { field: 'ratings', reason: 'Not every step is rated.' }
        : { field: 'choices', reason: 'The path is not complete.' },
    option: { field: 'options', reason: 'An option at the first error is not rated.' },
    options: { field: 'options', reason: 'The options at the first error are not loaded.' },
    explanation: { field: 'explanation', reason: 'The mistake is not explained.' },
    progress: { field: 'progress', reason: 'Progress before the error is not rated.' },
  }
  return refusals[kind]
}
