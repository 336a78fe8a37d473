import type { FinishReason } from '@/lib/formats/record'
import {
  formatCount,
  formatDay,
  formatInstant,
  formatQuantity,
  formatShortDuration,
} from '@/lib/platform/format'
import { findFirstChangedStep } from '@/lib/reviews/find-first-changed-step'
import type { ReviewState } from '@/lib/reviews/reviewed-fields'
import type {
  AnnotationContent,
  ComparedAnnotation,
  ReviewCounts,
  ReviewedAnnotation,
} from './review'

export const reviewStateLabels = {
  submitted: 'not reviewed',
  returned: 'returned',
  corrected: 'resubmitted',
  accepted: 'accepted',
  adjudicated: 'adjudicated',
} as const satisfies Record<ReviewState, string>

/** The annotator's name, or the letter while it is hidden. */
export const getAnnotatorName = ({
  letter,
  person,
}: Pick<ComparedAnnotation, 'letter' | 'person'>) => person ?? letter

/** `A · Ada Lindqvist`: notes call annotators by their letters, also after adjudication shows the names. */
export const getColumnTitle = ({ letter, person }: Pick<ComparedAnnotation, 'letter' | 'person'>) =>
  person === null ? letter : `${letter} · ${person}`

/** A time, or the day on which its week starts. */
export const formatSubmissionTime = (instant: string, isRounded: boolean) =>
  isRounded ? formatDay(instant) : formatInstant(instant)

/** The end of a sentence about an annotation; empty if its time is unknown. */
export function describeSubmissionTime({
  submittedAt,
  areTimesRounded,
}: Pick<ReviewedAnnotation, 'submittedAt' | 'areTimesRounded'>): string {
  if (submittedAt === null) return ''
  const time = formatSubmissionTime(submittedAt, areTimesRounded)
  return areTimesRounded ? `, submitted in the week of ${time}` : `, submitted on ${time} UTC`
}

/** How an annotation ended: `first error at step 5 · 1:17`. */
export function describeAnnotationEnd({
  finishReason,
  error,
  activeMs,
}: AnnotationContent): string {
  const ending =
    error === null
      ? finishReasonLabels[finishReason]
      : `first error at step ${formatCount(error + 1)}`
  // The time does not break before its unit.
  return `${ending} · ${formatShortDuration(activeMs).replace(' ', '\u00a0')}`
}

const finishReasonLabels = {
  solution: 'no error',
  found_error: 'an error',
  give_up: 'given up',
  bad_problem: 'bad problem',
} as const satisfies Record<FinishReason, string>

type AnnotationRatings = Pick<AnnotationContent, 'ratings'>

/** The first step whose rating has changed since the annotation was returned. */
export function describeCorrection(before: AnnotationRatings, now: AnnotationRatings): string {
  const step = findFirstChangedStep(before, now)
  return step === -1
    ? 'The ratings did not change.'
    : `The ratings differ from step ${formatCount(step + 1)} on.`
}

/**
 * Whether the annotator saw options at another step than the first error; null if not. An annotation that was given up or
 * reports a bad problem has no first error.
 */
export function describeRevealedOptions({
  reveals,
  options,
  finishReason,
}: Pick<ReviewedAnnotation, 'reveals' | 'options' | 'finishReason'>): string | null {
  const expectedReveals = options.length > 0 ? 1 : 0
  if (reveals <= expectedReveals) return null
  const text = ` Options were shown at ${formatQuantity(reveals, 'step')}`
  return finishReason === 'give_up' || finishReason === 'bad_problem'
    ? `${text}.`
    : `${text}: the annotator changed the first error.`
}

/** Work besides disagreements, in the order in which it is shown. */
const waitingKinds: readonly {
  key: Exclude<keyof ReviewCounts, 'disagreements' | 'adjudicated'>
  label: string
  /** The label next to the number 1, if it differs. */
  singular?: string
}[] = [
  { key: 'returned', label: 'Returned' },
  { key: 'corrected', label: 'Resubmitted' },
  { key: 'sampled', label: 'Review sample' },
  { key: 'questions', label: 'Questions', singular: 'Question' },
  { key: 'splits', label: 'Bad splits', singular: 'Bad split' },
  { key: 'unsureAnswers', label: 'Answers to decide', singular: 'Answer to decide' },
  {
    key: 'noAnswer',
    label: 'Solutions without a final answer',
    singular: 'Solution without a final answer',
  },
  { key: 'paused', label: 'Paused annotators', singular: 'Paused annotator' },
  { key: 'screeningFailed', label: 'Failed screening' },
]

/** Work that waits for reviewers besides disagreements, by kind. */
export const listWaitingReviewWork = (counts: ReviewCounts) =>
  waitingKinds.map(({ key, label, singular = label }) => ({
    key,
    label,
    singular,
    count: counts[key],
  }))

/** Shown in place of a hidden name. */
export const hiddenAnnotatorLabel = 'name hidden'
