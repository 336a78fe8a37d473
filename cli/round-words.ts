import { formatCount, formatDuration, formatInstant, formatNoun } from '@/lib/platform/format'
import type { LeftOutReason } from '@/lib/rounds/contract'
import { explainEmpty, explainSize } from '@/lib/rounds/explain-shortfall'
import type { Round } from './round-calls'
import { formatTable, showText } from './shell'

const shownHead = 10

/** Why solutions are not selected, after their number. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  'no-steps': 'without steps',
  'other-flow': 'of another flow',
  gold: 'gold',
  'taken-out': 'taken out by a person',
  labelled: 'labelled already',
  begun: 'begun',
  'held-out': 'of problems that are held out',
  'same-text': 'with the same steps as another',
  'unsettled-answer': 'whose answer is unsure',
  'not-asked-for': 'not asked for',
  'no-score': 'without a score',
  'per-problem-cap': 'beyond the number of their problem',
  'beyond-size': 'beyond the size',
}

export const nameRound = ({ number }: Pick<Round, 'number'>) =>
  number === null ? 'The plan' : `Round ${number}`

/** A round for people: what it selects, what it leaves out and why, and what is first. */
export function describeRound(round: Round): string {
  const { state, by, createdAt, openedAt, closedAt, message, scores, outcome } = round
  const times = [
    `planned ${formatInstant(createdAt)} UTC`,
    ...(openedAt === null ? [] : [`opened ${formatInstant(openedAt)} UTC`]),
    ...(closedAt === null ? [] : [`closed ${formatInstant(closedAt)} UTC`]),
  ]
  return [
    `${nameRound(round)}: ${state}${message === null ? '' : `. ${showText(message)}`}`,
    `  by ${showText(by)}, ${times.join(', ')}`,
    ...(scores === null ? [] : [`  scores of run ${scores.run}, ${showText(scores.model)}`]),
    ...(outcome === null ? [] : describeOutcome(outcome, round)),
  ].join('\n')
}

function describeOutcome(
  outcome: NonNullable<Round['outcome']>,
  { secondsPerStep, policy }: Pick<Round, 'secondsPerStep' | 'policy'>,
): string[] {
  const { queued, solutions, annotations, steps, slices, leftOut, kept, dropped, head } = outcome
  const perSolution = queued === 0 ? 0 : annotations / queued
  const time =
    secondsPerStep === null
      ? ''
      : `, some ${formatDuration(steps * perSolution * secondsPerStep)} of labelling if all steps are read`
  const counts = slices.map((slice) => `${formatCount(slice.queued)} ${slice.slice}`)
  const left = leftOut.map(
    ({ reason, solutions: n }) => `${formatCount(n)} ${leftOutWords[reason]}`,
  )
  const size = explainSize(outcome, policy)
  const rows = head
    .slice(0, shownHead)
    .map(({ slice, wanted, problem, reason }, i) => [
      ...[String(i + 1), slice, `for ${wanted}`, reason],
      problem.replace(/\s+/g, ' ').slice(0, 60),
    ])
  return [
    `  queues ${formatCount(queued)} of ${formatNoun(solutions, 'solution')}, for ${formatNoun(annotations, 'annotation')}${time}`,
    ...(counts.length === 0 ? [] : [`  of these: ${counts.join(', ')}`]),
    ...slices.flatMap((slice) => {
      const why = explainEmpty(slice)
      return why === null ? [] : [`  ${slice.slice} gets nothing: ${why}`]
    }),
    ...(size === null ? [] : [`  ${size}`]),
    ...(left.length === 0 ? [] : [`  leaves out: ${left.join(', ')}`]),
    `  of the queue before: ${formatCount(kept)} begun stay, ${formatCount(dropped)} go`,
    ...(rows.length === 0 ? [] : ['first:', formatTable(rows)]),
  ]
}
