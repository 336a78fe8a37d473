import { formatActiveTime } from '@/lib/client/time-work'
import type { FinishReason } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import { mostCounted } from '@/lib/review/most-counted'
import { nameStepsBefore } from '@/lib/review/parting'
import type { ReviewState } from '@/lib/review/said-field'
import type { ComparedAnnotation, Comparison, ReviewWork, Said } from './review'

export const stateWords = {
  submitted: 'submitted',
  returned: 'sent back',
  corrected: 'corrected',
  accepted: 'accepted',
  adjudicated: 'adjudicated',
} as const satisfies Record<ReviewState, string>

/** `1,000 or more`: lists are counted so far. */
export const nameCount = (count: number) =>
  count < mostCounted ? formatCount(count) : `${formatCount(count)} or more`

/** Whose a column is: the name where it is known, else the letter. */
export const nameColumn = ({ letter, person }: Pick<ComparedAnnotation, 'letter' | 'person'>) =>
  person ?? letter

/** How an annotation ended: `first error 5, in 1:17`. */
export function describeEnd({ finishReason, error, activeMs }: Said): string {
  const end = error === null ? endings[finishReason] : `first error ${formatCount(error + 1)}`
  return `${end}, in ${formatActiveTime(activeMs)}`
}

const endings = {
  solution: 'no error',
  found_error: 'an error',
  give_up: 'given up',
  bad_problem: 'bad problem',
} as const satisfies Record<FinishReason, string>

/** Where annotations agree and where they part, in a sentence or two. */
export function describeComparison({ annotations, parting, steps }: Comparison): string {
  const compared = annotations.filter(({ isCompared }) => isCompared)
  if (annotations.length === 0) return 'No annotation of these steps is submitted.'
  if (compared.length === 0) return 'No annotation of these steps goes to an end.'
  if (compared.length === 1)
    return 'One annotation goes to an end: there is none to compare it with.'
  const they = compared.length === 2 ? 'They' : `${formatCount(compared.length)} people`
  if (parting === null) return `${they} agree on ${steps.length === 1 ? 'the step' : 'every step'}.`
  const { firstStep } = parting
  const before = nameStepsBefore(firstStep)
  const part = before
    ? `${they} agree on ${before} and part at step ${firstStep + 1}.`
    : `${they} part at step 1.`
  const [one, other] = compared
  const named = compared.length === 2 ? ` ${describeErrors(one!, other!)}` : ''
  return `${part}${named}`
}

function describeErrors(one: ComparedAnnotation, other: ComparedAnnotation): string {
  const [a, b] = [nameColumn(one), nameColumn(other)]
  if (one.error === null && other.error === null) return 'Neither finds an error.'
  if (one.error === null)
    return `${b} finds the first error at step ${other.error! + 1}, ${a} none.`
  if (other.error === null) return `${a} finds the first error at step ${one.error + 1}, ${b} none.`
  return one.error === other.error
    ? `Both find the first error at step ${one.error + 1}.`
    : `${a} finds the first error at step ${one.error + 1}, ${b} at step ${other.error + 1}.`
}

type Rated = Pick<Said, 'ratings'>

/** The first step that is rated otherwise than before; -1 where none is. */
export function findChangedStep(before: Rated, now: Rated): number {
  const count = Math.max(before.ratings.length, now.ratings.length)
  const steps = Array.from({ length: count }, (_, step) => step)
  return steps.findIndex((step) => (before.ratings[step] ?? null) !== (now.ratings[step] ?? null))
}

/** Whether what was sent back came in otherwise. */
export function describeCorrection(before: Rated, now: Rated): string {
  const step = findChangedStep(before, now)
  return step === -1
    ? 'Every step is rated as it was before.'
    : `It is rated otherwise from step ${formatCount(step + 1)} on.`
}

/** What waits, in the order in which it is said; `words` go on after the number: for one, and for more. */
const waiting = [
  { key: 'returned', words: ['annotation is sent back', 'annotations are sent back'] },
  { key: 'corrected', words: ['was corrected', 'were corrected'] },
  { key: 'drawn', words: ['is drawn for review', 'are drawn for review'] },
  { key: 'questions', words: ['step is asked about', 'steps are asked about'] },
  { key: 'splits', words: ['bad split waits', 'bad splits wait'] },
  { key: 'unsureAnswers', words: ['unsure answer waits', 'unsure answers wait'] },
  {
    key: 'unanswered',
    words: ['solution without an answer waits', 'solutions without an answer wait'],
  },
  { key: 'paused', words: ['person is paused', 'people are paused'] },
  {
    key: 'failed',
    words: ['person has not passed the screening', 'people have not passed the screening'],
  },
] as const

/** What waits, in words and as ways to it. */
export const listWaiting = (work: ReviewWork) =>
  waiting.map(({ key, words: [one, more] }) => ({
    key,
    count: work[key],
    words: work[key] === 1 ? one : more,
  }))

/** What a reviewer reads first. */
export function describeWaiting(work: ReviewWork): string {
  const { disagreements } = work
  const first =
    disagreements === 0
      ? 'No disagreements.'
      : `${nameCount(disagreements)} ${disagreements === 1 ? 'disagreement.' : 'disagreements, most worth adjudicating first.'}`
  const waits = listWaiting(work).some(({ count }) => count > 0)
  return waits ? `${first} Besides,` : `${first} Nothing else waits for you.`
}

/** What an adjudication says, once it is there. */
export function describeDone(error: number | null, isGold: boolean): string {
  const said = error === null ? 'no error' : `first error at step ${formatCount(error + 1)}`
  return `Adjudicated: ${said}.${isGold ? ' It is gold.' : ''}`
}

/** In place of a name that is hidden. */
export const nameHidden = 'name hidden'
