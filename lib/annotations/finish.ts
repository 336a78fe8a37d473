import type { FinishReason } from '@/lib/formats/record'
import {
  findError,
  isPathComplete,
  listErrorOptions,
  listRatings,
  readErrorDetails,
  type AnnotationContent,
  type WorkShape,
} from './content'

/** What is still missing before an annotation can be submitted: unrated options by number, or a question at the error. */
export type MissingAnswer =
  | { kind: 'rating' }
  | { kind: 'option'; option: number }
  | { kind: 'explanation' }
  | { kind: 'progress' }

export function listMissingAnswers(content: AnnotationContent, shape: WorkShape): MissingAnswer[] {
  if (shape.flow === 'step_choice')
    return isPathComplete(content, shape) ? [] : [{ kind: 'rating' as const }]
  if (findError(content, shape) === -1)
    return listRatings(content, shape).length === shape.stepCount ? [] : [{ kind: 'rating' }]
  const { explanation, progress } = readErrorDetails(content, shape)
  return [
    ...listErrorOptions(content, shape).flatMap((rating, option) =>
      rating === null ? [{ kind: 'option' as const, option }] : [],
    ),
    ...(shape.asksExplanation && !explanation ? [{ kind: 'explanation' as const }] : []),
    ...(shape.asksProgress && !progress ? [{ kind: 'progress' as const }] : []),
  ]
}

/** `solution` or `found_error` once nothing is missing: the ratings themselves say which. */
export function findReadyReason(
  content: AnnotationContent,
  shape: WorkShape,
): 'solution' | 'found_error' | null {
  if (listMissingAnswers(content, shape).length > 0) return null
  return findError(content, shape) === -1 ? 'solution' : 'found_error'
}

/**
 * Why an annotation cannot be finished so, in words for the annotator; null when it can. The database says the same of
 * the ratings (constraint `annotation_prefix`).
 */
export function findFinishProblem(
  reason: FinishReason,
  note: string | null,
  content: AnnotationContent,
  shape: WorkShape,
): string | null {
  if (reason === 'give_up' || reason === 'bad_problem')
    return (note ?? '').trim() === '' ? 'Enter a reason.' : null
  const hasError = findError(content, shape) !== -1
  if (reason === 'found_error' && !hasError) return 'No step is rated negative.'
  if (reason === 'solution' && hasError)
    return 'A step is rated negative, so the finish reason must be found_error.'
  const [missing] = listMissingAnswers(content, shape)
  return missing ? missingMessages[missing.kind](shape) : null
}

const missingMessages = {
  rating: ({ flow }: WorkShape) =>
    flow === 'solution' ? 'Not every step is rated.' : 'The path is not complete.',
  option: () => 'An option at the first error is not rated.',
  explanation: () => 'The mistake is not explained.',
  progress: () => 'Progress before the error is not rated.',
} as const satisfies Record<MissingAnswer['kind'], (shape: WorkShape) => string>
