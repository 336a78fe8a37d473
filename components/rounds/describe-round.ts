import { sliceNames } from '@/components/projects/slice-names'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { explainEmpty, explainSize } from '@/lib/rounds/explain-shortfall'
import { describePolicy, describeSelected } from './describe-policy'
import type { QueueHead, Round, RoundYield } from './round'
import { writeDay, writeWorkTime } from './write-figures'

type Outcome = NonNullable<Round['outcome']>

/** What the page of the open round says first: sentences with the numbers in them. */
export function describeRound(
  round: Round,
  { held }: Pick<QueueHead, 'held'>,
  { annotations }: Pick<RoundYield, 'annotations'>,
): string {
  const { outcome, policy, openedAt } = round
  if (outcome === null) return `${capitalise(describePolicy(policy))}.`
  const words = [
    `${formatNoun(outcome.queued, 'solution')}: ${describeSelected(policy, outcome.slices)}.`,
    `${describeDone(outcome, annotations)}${describeHeld(held)}.`,
    describeTimeLeft(round, outcome, annotations),
  ]
  if (openedAt !== null && policy.scores.source !== 'none')
    words.push(`The scores were frozen on ${writeDay(openedAt)}.`)
  return words.filter(Boolean).join(' ')
}

function describeDone({ queued, annotations }: Outcome, done: number): string {
  if (annotations === queued) return `${formatCount(done)} ${done === 1 ? 'is' : 'are'} labelled`
  return `${formatCount(done)} of ${formatNoun(annotations, 'annotation')} ${done === 1 ? 'is' : 'are'} in`
}

const describeHeld = (held: number) =>
  held === 0
    ? ' and none is with somebody now'
    : `, and ${formatCount(held)} ${held === 1 ? 'is' : 'are'} with somebody now`

function describeTimeLeft(
  { secondsPerStep }: Pick<Round, 'secondsPerStep'>,
  outcome: Outcome,
  done: number,
): string {
  const left = Math.max(0, outcome.annotations - done)
  if (left === 0) return 'All of it is done.'
  if (secondsPerStep === null)
    return 'How long the rest takes can be said once some solutions are labelled.'
  return `About ${writeWorkTime(secondsPerStep * countSteps(outcome, left))} of work are left at most.`
}

/** Of so many annotations, if each is read to its end: a first error makes it less. */
function countSteps({ steps, queued }: Outcome, annotations: number): number {
  return queued === 0 ? 0 : (steps / queued) * annotations
}

/** What a plan would be, before it is opened. */
export function describePlan(round: Round): string {
  const { outcome, policy, secondsPerStep } = round
  if (outcome === null) return `${capitalise(describePolicy(policy))}.`
  const { solutions, queued, annotations, steps } = outcome
  if (queued === 0)
    return `None of ${formatNoun(solutions, 'solution')} would be in this round. What was left out, and why, says what to change.`
  const people =
    annotations === queued ? '' : ` They make ${formatNoun(annotations, 'annotation')}.`
  const time =
    secondsPerStep === null
      ? 'How long that takes can be said once some solutions are labelled.'
      : `That is about ${writeWorkTime(secondsPerStep * countSteps(outcome, annotations))} of work at most, with ${formatCount(Math.round(steps / queued))} steps a solution.`
  return `${formatCount(queued)} of ${formatNoun(solutions, 'solution')}: ${describeSelected(policy, outcome.slices)}.${people} ${time} Nothing has changed yet.`
}

/** What to know before a plan is opened: slices that get nothing, and fewer than were asked for. */
export function listShortfalls({ outcome, policy }: Pick<Round, 'outcome' | 'policy'>): string[] {
  if (outcome === null || outcome.queued === 0) return []
  const empty = outcome.slices.flatMap((slice) => {
    const why = explainEmpty(slice)
    return why === null ? [] : [`${sliceNames[slice.slice] ?? slice.slice} gets nothing: ${why}.`]
  })
  const size = explainSize(outcome, policy)
  return size === null ? empty : [...empty, `${size}.`]
}

/** What becomes of what stands in the queue now. */
export function describeReplaced({ kept, dropped }: Pick<Outcome, 'kept' | 'dropped'>): string {
  const gone =
    dropped === 0
      ? 'Nothing that waits in the queue now has to go.'
      : `${formatNoun(dropped, 'solution that waits now and is', 'solutions that wait now and are')} not begun ${dropped === 1 ? 'goes' : 'go'} out of the queue.`
  const stay =
    kept === 0
      ? 'None is begun.'
      : `${formatNoun(kept, 'solution that is begun stays', 'solutions that are begun stay')} until ${kept === 1 ? 'it is' : 'they are'} done.`
  return `${gone} ${stay} Labels are not touched.`
}

/** The queue where no round is open. */
export function describeStanding(
  { open, held }: Pick<QueueHead, 'open' | 'held'>,
  last: Pick<Round, 'number' | 'closedAt'> | null,
): string {
  const now =
    held === 0 ? '' : ` ${formatCount(held)} ${held === 1 ? 'is' : 'are'} with somebody now.`
  if (last === null)
    return open === 0 && held === 0
      ? 'Everything that was brought in is labelled. No round was opened here yet: solutions were served as they came.'
      : `No round was opened yet. ${formatNoun(open, 'solution waits', 'solutions wait')} in the order in which imports put them: convincing wrong answers first, the best-scored of each problem before any problem’s second.${now}`
  const closed = last.closedAt === null ? 'is closed' : `was closed on ${writeDay(last.closedAt)}`
  return open === 0
    ? `Round ${last.number} ${closed}, and nothing waits any more.${now} Open another for more work.`
    : `Round ${last.number} ${closed}. ${formatNoun(open, 'solution that was begun waits', 'solutions that were begun wait')} to be finished.${now} Open another round for more work.`
}

/** What closing does, asked before it is done. */
export function describeClosing({ open, held }: Pick<QueueHead, 'open' | 'held'>): string {
  const now = held === 0 ? '' : `, also the ${formatCount(held)} that somebody holds now`
  return `${formatNoun(open, 'solution is', 'solutions are')} open. Those that nobody has begun leave the queue; those that are begun stay until they are done${now}. Labels are not touched.`
}

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
