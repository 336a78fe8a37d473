import { formatCount } from '@/lib/platform/format'
import { decisionTextMaxLength } from '@/lib/review/decision-limits'
import type { ListedDecision } from './question'

/** A decision being written. */
export interface DecisionDraft {
  heading: string
  text: string
  /** What the step of the example is to be rated; `none` for a decision without one; null: not said yet. */
  rating: '-1' | '0' | '1' | 'none' | null
  reason: string
}

export type DecisionErrors = Partial<Record<'heading' | 'words' | 'rating' | 'why', string>>

export const emptyDraft: DecisionDraft = { heading: '', text: '', rating: null, reason: '' }

export function draftFromDecision({
  heading,
  text,
  example,
}: Pick<ListedDecision, 'heading' | 'text' | 'example'>): DecisionDraft {
  const rating = example === null ? 'none' : (String(example.rating) as DecisionDraft['rating'])
  return { heading, text, rating, reason: example?.reason ?? '' }
}

/** Says in words what the server would refuse; the server looks again. */
export function checkDraft({ heading, text, rating, reason }: DecisionDraft): DecisionErrors {
  const errors: DecisionErrors = {}
  if (heading.trim() === '')
    errors.heading = 'Name it in a few words: it is a heading in the guideline.'
  if (text.trim() === '') errors.words = 'Write what holds from now on.'
  else if (text.length > decisionTextMaxLength)
    errors.words = `At most ${formatCount(decisionTextMaxLength)} characters.`
  if (rating === null) errors.rating = 'Choose one, or take the step for no example.'
  else if (rating !== 'none' && reason.trim() === '')
    errors.why = 'Say why: it stands with the worked example.'
  return errors
}

/** The place of a step in a call. */
export interface StepKey {
  solution: string
  revision: number
  step: number
  option?: number
}

/** As calls take it. */
export function buildDecisionInput(
  { heading, text, rating, reason }: DecisionDraft,
  step: StepKey | null,
) {
  const example =
    rating === null || rating === 'none' || step === null
      ? null
      : {
          ...{ solution: step.solution, revision: step.revision, step: step.step },
          ...{
            option: step.option ?? 0,
            rating: Number(rating) as -1 | 0 | 1,
            reason: reason.trim(),
          },
        }
  return { heading: heading.trim(), text: text.trim(), example }
}
