import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Affected, ListedRuling, OpenAsk, ShownStep } from './question'

/** `Step 4 of 9, p/0` */
export function nameStep({
  step,
  stepCount,
  externalId,
}: Pick<ShownStep, 'step' | 'stepCount' | 'externalId'>): string {
  const of = stepCount > 0 ? ` of ${formatCount(stepCount)}` : ''
  return `Step ${formatCount(step + 1)}${of}${externalId === null ? '' : `, ${externalId}`}`
}

/** What a question is, where it has no words. */
export function nameKind(kind: OpenAsk['kind'], words: string): string {
  if (kind === 'reviewer') return 'asked by a reviewer'
  if (kind === 'comment') return 'comment'
  return words.trim() === '' ? 'flagged unsure, without a word' : 'flagged unsure'
}

export function describeOpen(open: number): string {
  if (open === 0)
    return 'Nobody waits for an answer. What annotators flag as unsure, and their comments, stand here until a reviewer has dealt with them.'
  return `${formatNoun(open, 'step is', 'steps are')} asked about. A ruling says what holds from now on; it goes into the next version of the guideline, and the labels that it touches can go back to who gave them.`
}

/** `2 of 3 rated it negative.` */
export function describeRated(rated: ShownStep['rated']): string {
  if (rated.length === 0) return 'Nobody who submitted has rated it.'
  const count = (rating: number | null) => rated.filter((one) => one.rating === rating).length
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
  return `${formatNoun(rated.length, 'annotation')}: ${parts.join(', ')}.`
}

export function describeRuling(ruling: ListedRuling): string {
  const { state, guidelineVersion, questions, returned, corrected } = ruling
  const words = [
    state === 'draft' ? 'Waits to be published.' : `In version ${guidelineVersion}.`,
    `Answers ${formatNoun(questions, 'question')}.`,
  ]
  if (returned > 0)
    words.push(
      `${formatNoun(returned, 'annotation')} went back, ${formatCount(corrected)} came in again.`,
    )
  return words.join(' ')
}

/** How many would go back, and why others would not. */
export function describeAffected({ annotations, people, accepted, leftOut }: Affected): string {
  const { imported, checks, adjudicated, gone, already } = leftOut
  const words = [
    annotations === 0
      ? 'No annotation goes back.'
      : `${formatNoun(annotations, 'annotation goes', 'annotations go')} back to ${formatNoun(people, 'person', 'people')}.`,
  ]
  if (accepted > 0)
    words.push(
      `${formatCount(accepted)} of them ${accepted === 1 ? 'was' : 'were'} accepted before the ruling.`,
    )
  const out = [
    [imported, 'came with data and stay as they came'],
    [checks, 'are gold or screening'],
    [adjudicated, 'are of solutions that are adjudicated, which says what counts'],
    [gone, 'are of people who are not here any more'],
    [already, 'went back by this ruling before'],
  ] as const
  const said = out.filter(([n]) => n > 0).map(([n, why]) => `${formatCount(n)} ${why}`)
  if (said.length > 0) words.push(`Left out: ${said.join('; ')}.`)
  return words.join(' ')
}
