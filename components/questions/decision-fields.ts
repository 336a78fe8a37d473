import { formatCount } from '@/lib/platform/format'
import { decisionTextMaxLength } from '@/lib/questions/decision-limits'
import type { DecisionListItem } from './question'

/** A decision that is being written. */
export interface DecisionFields {
  heading: string
  text: string
  /** Correct rating of the example step; `none` without an example, null before a choice. */
  rating: '-1' | '0' | '1' | 'none' | null
  reason: string
}

export type DecisionFieldErrors = Partial<Record<'heading' | 'text' | 'rating' | 'reason', string>>

export const emptyDecisionFields: DecisionFields = {
  heading: '',
  text: '',
  rating: null,
  reason: '',
}

export function toDecisionFields({
  heading,
  text,
  example,
}: Pick<DecisionListItem, 'heading' | 'text' | 'example'>): DecisionFields {
  const rating = example === null ? 'none' : (String(example.rating) as DecisionFields['rating'])
  return { heading, text, rating, reason: example?.reason ?? '' }
}

/** Finds what the server would reject. */
export function checkDecisionFields({
  heading,
  text,
  rating,
  reason,
}: DecisionFields): DecisionFieldErrors {
  const errors: DecisionFieldErrors = {}
  if (heading.trim() === '') errors.heading = 'Enter a heading.'
  if (text.trim() === '') errors.text = 'Enter the text of the decision.'
  else if (text.length > decisionTextMaxLength)
    errors.text = `At most ${formatCount(decisionTextMaxLength)} characters.`
  if (rating === null) errors.rating = 'Choose a rating or “No example”.'
  else if (rating !== 'none' && reason.trim() === '')
    errors.reason = 'Enter the reason for the rating.'
  return errors
}

export interface DecisionExampleStep {
  solution: string
  revision: number
  step: number
  option?: number
}

/** The option that is the example: the one that all questions are about, or 0 for the step itself. */
export function findExampleOption(
  questions: readonly { option: number; optionText: unknown }[],
): number {
  const option = questions[0]?.option ?? 0
  const isSameOption = questions.every(
    (question) => question.option === option && question.optionText !== null,
  )
  return isSameOption ? option : 0
}

/** Builds the input of `createDecision` and `updateDecision`. */
export function buildDecisionInput(
  { heading, text, rating, reason }: DecisionFields,
  step: DecisionExampleStep | null,
) {
  const example =
    rating === null || rating === 'none' || step === null
      ? null
      : {
          solution: step.solution,
          revision: step.revision,
          step: step.step,
          option: step.option ?? 0,
          rating: Number(rating) as -1 | 0 | 1,
          reason: reason.trim(),
        }
  return { heading: heading.trim(), text: text.trim(), example }
}
