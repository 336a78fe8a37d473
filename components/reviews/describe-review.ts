import { formatStepsBefore } from '@/lib/agreement/disagreement'
import { formatActiveTime } from '@/lib/client/active-timer'
import type { FinishReason } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import { maxListCount } from '@/lib/platform/max-list-count'
import { findFirstChangedStep } from '@/lib/reviews/find-first-changed-step'
import type { ReviewState } from '@/lib/reviews/reviewed-fields'
import type { ComparedAnnotation, Comparison, ReviewCounts, AnnotationContent } from './review'

export const reviewStateLabels = {
  submitted: 'submitted',
  returned: 'returned',
  corrected: 'corrected',
  accepted: 'accepted',
  adjudicated: 'adjudicated',
} as const satisfies Record<ReviewState, string>

/** `1,000 or more` at the count limit. */
export const formatLimitedCount = (count: number) =>
  count < maxListCount ? formatCount(count) : `${formatCount(count)} or more`

/** The annotator's name, or the letter while it is hidden. */
export const getAnnotatorName = ({
  letter,
  person,
}: Pick<ComparedAnnotation, 'letter' | 'person'>) => person ?? letter

/** How an annotation ended: `first error at step 5 · 1:17`. */
export function describeAnnotationEnd({
  finishReason,
  error,
  activeMs,
}: AnnotationContent): string {
  const end =
    error === null ? endings[finishReason] : `first error at step ${formatCount(error + 1)}`
  return `${end} · ${formatActiveTime(activeMs)}`
}

const endings = {
  solution: 'no error',
  found_error: 'an error',
  give_up: 'given up',
  bad_problem: 'bad problem',
} as const satisfies Record<FinishReason, string>

/** Where annotations agree and disagree, in one or two sentences. */
export function describeComparison({ annotations, disagreement, stepCount }: Comparison): string {
  const compared = annotations.filter(({ isCompared }) => isCompared)
  if (annotations.length === 0) return 'No submitted annotations of these steps.'
  if (compared.length === 0) return 'No finished annotations of these steps.'
  if (compared.length === 1) return 'Only one finished annotation, so there is nothing to compare.'
  const subject = compared.length === 2 ? 'They' : `${formatCount(compared.length)} annotators`
  if (disagreement === null)
    return `${subject} agree on ${stepCount === 1 ? 'the step' : 'every step'}.`
  const { firstStep } = disagreement
  const before = formatStepsBefore(firstStep)
  const sentence = before
    ? `${subject} agree on ${before}. Ratings first differ at step ${firstStep + 1}.`
    : 'Ratings first differ at step 1.'
  const [first, second] = compared
  const errors = compared.length === 2 ? ` ${describeErrors(first!, second!)}` : ''
  return `${sentence}${errors}`
}

function describeErrors(first: ComparedAnnotation, second: ComparedAnnotation): string {
  const [a, b] = [getAnnotatorName(first), getAnnotatorName(second)]
  if (first.error === null && second.error === null) return 'Neither finds an error.'
  if (first.error === null)
    return `${b} finds the first error at step ${second.error! + 1}; ${a} finds no error.`
  if (second.error === null)
    return `${a} finds the first error at step ${first.error + 1}; ${b} finds no error.`
  return first.error === second.error
    ? `Both find the first error at step ${first.error + 1}.`
    : `${a} finds the first error at step ${first.error + 1}, ${b} at step ${second.error + 1}.`
}

type Rated = Pick<AnnotationContent, 'ratings'>

/** What changed since the annotation was returned. */
export function describeCorrection(before: Rated, now: Rated): string {
  const step = findFirstChangedStep(before, now)
  return step === -1
    ? 'The ratings did not change.'
    : `The ratings changed from step ${formatCount(step + 1)}.`
}

/** Work besides disagreements, in the order in which it is shown. */
const waitingKinds = [
  { key: 'returned', label: 'Returned' },
  { key: 'corrected', label: 'Corrected' },
  { key: 'sampled', label: 'Review sample' },
  { key: 'questions', label: 'Questions' },
  { key: 'splits', label: 'Bad splits' },
  { key: 'unsureAnswers', label: 'Answers to decide' },
  { key: 'noAnswer', label: 'No final answer' },
  { key: 'paused', label: 'Paused annotators' },
  { key: 'screeningFailed', label: 'Failed screening' },
] as const

/** Work that waits for reviewers besides disagreements, by kind. */
export const listWaitingReviewWork = (counts: ReviewCounts) =>
  waitingKinds.map(({ key, label }) => ({ key, label, count: counts[key] }))

/** `11 disagreements, most important first.` */
export function describeDisagreements(count: number): string {
  if (count === 0) return 'No disagreements.'
  return count === 1
    ? '1 disagreement.'
    : `${formatLimitedCount(count)} disagreements, most important first.`
}

/** Confirms an adjudication. */
export function describeSavedAdjudication(error: number | null, isGold: boolean): string {
  const outcome = error === null ? 'no error' : `first error at step ${formatCount(error + 1)}`
  return `Adjudicated: ${outcome}.${isGold ? ' The solution is gold.' : ''}`
}

/** Shown in place of a hidden name. */
export const hiddenAnnotatorLabel = 'name hidden'
