import type { FinishReason } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import type { AnnotationContent } from '../content'
import { findContentError, fromContentInput } from '../content-input'
import { findFinishRefusal, type FinishRefusal } from '../finish-reason'
import type { AnnotationContentInput } from '../state-fields'
import { mapRecordValues, type RatableContent } from './ratable-content.sql'

/** Null in a draft. */
export type FinishInput = { reason: FinishReason; note: string | null } | null

/**
 * Rejects content that does not fit the solution, or that is incomplete when it is submitted. Adjudications and annotations
 * are validated here.
 *
 * @param locate the location of a field in the request
 */
export function validateAnnotationContent(
  input: Omit<AnnotationContentInput, 'stepTimesMs'>,
  { shape, explanations }: Pick<RatableContent, 'shape' | 'explanations'>,
  finish: FinishInput,
  locate: (field: keyof AnnotationContentInput | FinishRefusal['field']) => string = (field) =>
    field,
): AnnotationContent {
  const explanationCounts = mapRecordValues(explanations, (list) => list.length)
  const error = findContentError(input, shape, explanationCounts)
  if (error) throw makeInputError(locate(error.field), error.reason)
  const content = fromContentInput(input, shape)
  const refusal = finish && findFinishRefusal(finish.reason, finish.note, content, shape)
  if (refusal) throw makeInputError(locate(refusal.field), refusal.reason)
  return content
}

const makeInputError = (location: string, reason: string) =>
  new AppError('invalid_input', reason, { issues: [{ location, reason }] })

/** Also stores the text of a candidate, because candidates can change. */
export function toStoredExplanation(
  explanation: AnnotationContentInput['explanation'],
  error: number,
  { explanations }: Pick<RatableContent, 'explanations'>,
): { text: string; option: number | null } | null {
  if (!explanation) return null
  const { option } = explanation
  return option === null
    ? { text: explanation.text.trim(), option }
    : { text: explanations[error]![option]!, option }
}
