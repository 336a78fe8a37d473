import { formatOptionName } from '@/lib/annotations/work-labels'
import { capitalise, formatCount, formatQuantity } from '@/lib/platform/format'
import type {
  AffectedPreview,
  DecisionListItem,
  OpenQuestion,
  TypesetStepWithQuestions,
} from './question'

/** `Step 4 of 9, p/0` */
export function formatStepName({
  step,
  stepCount,
  externalId,
}: Pick<TypesetStepWithQuestions, 'step' | 'stepCount' | 'externalId'>): string {
  const ofTotal = stepCount > 0 ? ` of ${formatCount(stepCount)}` : ''
  return `Step ${formatCount(step + 1)}${ofTotal}${externalId === null ? '' : `, ${externalId}`}`
}

/** `Step 4`, `Option 4a`: the step or option that is the worked example of a decision. */
export const formatExampleName = ({ step, option }: { step: number; option: number }): string =>
  option === 0 ? `Step ${formatCount(step + 1)}` : capitalise(nameOption(step, { option }))

/** `option 4a`. Option 0 would be the step itself. */
export const nameOption = (step: number, { option }: Pick<OpenQuestion, 'option'>): string =>
  `option ${formatOptionName(step, option - 1)}`

/** Where a question comes from. */
export function describeQuestionKind(kind: OpenQuestion['kind'], text: string): string {
  if (kind === 'reviewer') return 'asked by a reviewer'
  if (kind === 'comment') return 'comment'
  return text.trim() === '' ? 'unsure, no question' : 'unsure'
}

export function describeOpenQuestions(stepCount: number, hidesNames: boolean): string {
  if (stepCount === 0) return 'Flags and comments of annotators appear here.'
  const hiddenNamesText = hidesNames
    ? ' Where annotations disagree, names are hidden until you adjudicate; where one of several is returned, until it is resubmitted.'
    : ''
  return `${formatQuantity(stepCount, 'step')} with open questions or comments.${hiddenNamesText}`
}

/** `3 annotations: 2 negative, 1 not rated.` */
export function describeStepRatings(ratings: TypesetStepWithQuestions['ratings']): string {
  if (ratings.length === 0) return 'No submitted ratings.'
  const count = (rating: number | null) => ratings.filter((entry) => entry.rating === rating).length
  const parts = (
    [
      ['negative', count(-1)],
      ['neutral', count(0)],
      ['positive', count(1)],
      ['not rated', count(null)],
    ] as const
  )
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${formatCount(n)} ${name}`)
  return `${formatQuantity(ratings.length, 'annotation')}: ${parts.join(', ')}.`
}

/** `2 questions or comments`: a decision answers both. */
export const formatQuestionCount = (count: number): string =>
  formatQuantity(count, 'question or comment', 'questions or comments')

export function describeDecision(decision: Omit<DecisionListItem, 'questions'>): string {
  const { state, guidelineVersion, questionCount, returned, corrected } = decision
  const sentences = [
    state === 'draft' ? 'Not published.' : `Published in version ${guidelineVersion}.`,
    `Answers ${formatQuestionCount(questionCount)}.`,
  ]
  if (returned > 0)
    sentences.push(
      `${formatQuantity(returned, 'annotation')} returned, ${formatCount(corrected)} submitted again.`,
    )
  return sentences.join(' ')
}

/** How many annotations would be returned, and why others would not. */
export function describeAffectedAnnotations({
  annotations,
  people,
  accepted,
  notReturned,
}: AffectedPreview): string {
  const { imported, goldOrScreening, adjudicated, annotatorGone, returnedBefore } = notReturned
  const sentences = [
    annotations === 0
      ? 'No annotations to return.'
      : `${formatQuantity(annotations, 'annotation')} by ${formatQuantity(people, 'annotator')}.`,
  ]
  if (accepted > 0) sentences.push(`${formatCount(accepted)} already accepted.`)
  const notReturnedReasons = [
    [imported, 'imported'],
    [goldOrScreening, 'gold or screening'],
    [adjudicated, 'adjudicated'],
    [annotatorGone, 'by annotators who left'],
    [returnedBefore, 'returned before'],
  ] as const
  const reasons = notReturnedReasons
    .filter(([n]) => n > 0)
    .map(([n, reason]) => `${formatCount(n)} ${reason}`)
  if (reasons.length > 0) sentences.push(`Not returned: ${reasons.join(', ')}.`)
  return sentences.join(' ')
}
