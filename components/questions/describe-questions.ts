import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Affected, ListedDecision, OpenQuestion, TypesetStep } from './question'

/** `Step 4 of 9, p/0` */
export function nameStep({
  step,
  stepCount,
  externalId,
}: Pick<TypesetStep, 'step' | 'stepCount' | 'externalId'>): string {
  const of = stepCount > 0 ? ` of ${formatCount(stepCount)}` : ''
  return `Step ${formatCount(step + 1)}${of}${externalId === null ? '' : `, ${externalId}`}`
}

/** What a question is, where it has no words. */
export function describeKind(kind: OpenQuestion['kind'], text: string): string {
  if (kind === 'reviewer') return 'asked by a reviewer'
  if (kind === 'comment') return 'comment'
  return text.trim() === '' ? 'flagged unsure, without a word' : 'flagged unsure'
}

export function describeWaiting(open: number): string {
  if (open === 0)
    return 'Nobody waits for an answer. What annotators flag as unsure, and their comments, stand here until a reviewer has dealt with them.'
  return `${formatNoun(open, 'step is', 'steps are')} asked about. A decision says what holds from now on; it goes into the next version of the guideline, and the labels that it touches can go back to who gave them.`
}

/** `2 of 3 rated it negative.` */
export function describeRatings(ratings: TypesetStep['ratings']): string {
  if (ratings.length === 0) return 'Nobody who submitted has rated it.'
  const count = (rating: number | null) => ratings.filter((one) => one.rating === rating).length
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
  return `${formatNoun(ratings.length, 'annotation')}: ${parts.join(', ')}.`
}

export function describeDecision(decision: Omit<ListedDecision, 'questions'>): string {
  const { state, guidelineVersion, questionCount, returned, corrected } = decision
  const sentences = [
    state === 'draft' ? 'Waits to be published.' : `In version ${guidelineVersion}.`,
    `Answers ${formatNoun(questionCount, 'question')}.`,
  ]
  if (returned > 0)
    sentences.push(
      `${formatNoun(returned, 'annotation')} went back, ${formatCount(corrected)} came in again.`,
    )
  return sentences.join(' ')
}

/** How many would go back, and why others would not. */
export function describeAffected({ annotations, people, accepted, notReturned }: Affected): string {
  const { imported, goldOrScreening, adjudicated, annotatorGone, returnedBefore } = notReturned
  const sentences = [
    annotations === 0
      ? 'No annotation goes back.'
      : `${formatNoun(annotations, 'annotation goes', 'annotations go')} back to ${formatNoun(people, 'person', 'people')}.`,
  ]
  if (accepted > 0)
    sentences.push(
      `${formatCount(accepted)} of them ${accepted === 1 ? 'was' : 'were'} accepted before the decision.`,
    )
  const notReturnedReasons = [
    [imported, 'came with data and stay as they came'],
    [goldOrScreening, 'are gold or screening'],
    [adjudicated, 'are of solutions that are adjudicated, which says what counts'],
    [annotatorGone, 'are of people who are not here any more'],
    [returnedBefore, 'went back by this decision before'],
  ] as const
  const reasons = notReturnedReasons
    .filter(([n]) => n > 0)
    .map(([n, why]) => `${formatCount(n)} ${why}`)
  if (reasons.length > 0) sentences.push(`Left out: ${reasons.join('; ')}.`)
  return sentences.join(' ')
}
