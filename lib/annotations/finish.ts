import type { FinishReason } from '@/lib/formats/record'
import {
  findError,
  isPathWhole,
  listErrorOptions,
  listRatings,
  readErrorSaid,
  type AnnotationContent,
  type WorkShape,
} from './content'

/** What is still missing before an annotation can be submitted: unrated options by number, or a question at the error. */
export type Missing =
  | { kind: 'rating' }
  | { kind: 'option'; option: number }
  | { kind: 'explanation' }
  | { kind: 'progress' }

export function listMissing(content: AnnotationContent, shape: WorkShape): Missing[] {
  if (shape.flow === 'step_choice')
    return isPathWhole(content, shape) ? [] : [{ kind: 'rating' as const }]
  if (findError(content, shape) === -1)
    return listRatings(content, shape).length === shape.stepCount ? [] : [{ kind: 'rating' }]
  const { explanation, progress } = readErrorSaid(content, shape)
  return [
    ...listErrorOptions(content, shape).flatMap((rating, option) =>
      rating === null ? [{ kind: 'option' as const, option }] : [],
    ),
    ...(shape.asksExplanation && !explanation ? [{ kind: 'explanation' as const }] : []),
    ...(shape.asksProgress && !progress ? [{ kind: 'progress' as const }] : []),
  ]
}

/** `solution` or `found_error` once nothing is missing: the ratings themselves say which. */
export function readReadyReason(
  content: AnnotationContent,
  shape: WorkShape,
): 'solution' | 'found_error' | null {
  if (listMissing(content, shape).length > 0) return null
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
    return (note ?? '').trim() === '' ? 'A reason is needed, in a few words.' : null
  const hasError = findError(content, shape) !== -1
  if (reason === 'found_error' && !hasError) return 'No step is rated negative.'
  if (reason === 'solution' && hasError)
    return 'A step is rated negative: the first error ends the annotation.'
  const [missing] = listMissing(content, shape)
  return missing ? missingWords[missing.kind](shape) : null
}

const missingWords = {
  rating: ({ flow }: WorkShape) =>
    flow === 'solution' ? 'Not every step is rated.' : 'The path is not chosen to its end.',
  option: () => 'An option at the first error is not rated.',
  explanation: () => 'The mistake is not explained.',
  progress: () => 'The progress before the error is not rated.',
} as const satisfies Record<Missing['kind'], (shape: WorkShape) => string>
