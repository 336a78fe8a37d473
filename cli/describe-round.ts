import { formatCount, formatDuration, formatInstant, formatQuantity } from '@/lib/platform/format'
import type { NotSelectedReason } from '@/lib/rounds/contract'
import { explainEmptySlice, explainRoundShortfall } from '@/lib/rounds/explain-shortfall'
import type { Round } from './round-requests'
import { formatExcerpt, formatTable, sanitiseForTerminal } from './terminal'

const maxPrintedItems = 10
const maxProblemCharacters = 60

/** Reasons why solutions are not selected, to follow a count. */
export const notSelectedLabels: Readonly<Record<NotSelectedReason, string>> = {
  'no-steps': 'without steps',
  'other-flow': 'from another flow',
  gold: 'gold',
  excluded: 'excluded by an admin',
  labelled: 'already labelled',
  'in-progress': 'in progress',
  'held-out': 'held out',
  'same-text': 'duplicates',
  'unsure-answer': 'with a final answer to decide',
  'no-slice': 'in no slice',
  'no-score': 'without a score',
  'per-problem-cap': 'over the limit per problem',
  'over-size': 'over the maximum size',
}

export const formatRoundName = ({ number }: Pick<Round, 'number'>) =>
  number === null ? 'New round' : `Round ${number}`

/** Formats a round for the terminal: what it selects, what it does not select and why, and its first items. */
export function describeRound(round: Round): string {
  const { state, by, createdAt, startedAt, closedAt, message, scores, outcome } = round
  const times = [
    `planned ${formatInstant(createdAt)} UTC`,
    ...(startedAt === null ? [] : [`started ${formatInstant(startedAt)} UTC`]),
    ...(closedAt === null ? [] : [`closed ${formatInstant(closedAt)} UTC`]),
  ]
  return [
    `${formatRoundName(round)}: ${state}${message === null ? '' : `. ${sanitiseForTerminal(message)}`}`,
    `  by ${sanitiseForTerminal(by)}, ${times.join(', ')}`,
    ...(scores === null
      ? []
      : [`  scores from run ${scores.run}, ${sanitiseForTerminal(scores.model)}`]),
    ...(outcome === null ? [] : describeOutcome(outcome, round)),
  ].join('\n')
}

function describeOutcome(
  outcome: NonNullable<Round['outcome']>,
  { secondsPerStep, policy, startedAt }: Pick<Round, 'secondsPerStep' | 'policy' | 'startedAt'>,
): string[] {
  const {
    queued,
    solutions,
    annotations,
    steps,
    slices,
    notSelected,
    carriedOver,
    removed,
    firstItems,
  } = outcome
  const total = formatQuantity(solutions, 'solution')
  const time =
    secondsPerStep === null
      ? ''
      : `, at most ${formatDuration(steps * (annotations / queued) * secondsPerStep)} of work`
  const counts = slices.map((slice) => `${formatCount(slice.queued)} ${slice.slice}`)
  const reasons = notSelected.map(
    ({ reason, solutions: n }) => `${formatCount(n)} ${notSelectedLabels[reason]}`,
  )
  const shortfall = explainRoundShortfall(outcome, policy)
  const rows = firstItems
    .slice(0, maxPrintedItems)
    .map(({ slice, slots, problem, reason }, i) => [
      ...[String(i + 1), slice, formatQuantity(slots, 'annotator'), reason],
      shortenProblem(problem),
    ])
  return [
    queued === 0
      ? `  selects none of ${total}`
      : `  selects ${formatCount(queued)} of ${total}, ${formatQuantity(annotations, 'annotation')}${time}`,
    ...(counts.length === 0 ? [] : [`  slices: ${counts.join(', ')}`]),
    ...slices.flatMap((slice) => {
      const cause = explainEmptySlice(slice, outcome, policy)
      return cause === null ? [] : [`  ${slice.slice} is empty: ${cause}`]
    }),
    ...(shortfall === null ? [] : [`  ${shortfall}`]),
    ...(reasons.length === 0 ? [] : [`  not selected: ${reasons.join(', ')}`]),
    `  ${startedAt === null ? 'current queue' : 'at the start'}: ${formatQuantity(carriedOver, 'started solution')} kept, ${formatCount(removed)} waiting replaced`,
    ...(rows.length === 0 ? [] : ['First solutions:', formatTable(rows)]),
  ]
}

function shortenProblem(problem: string): string {
  const characters = [...problem.replace(/\s+/g, ' ').trim()]
  const excerpt = characters.slice(0, maxProblemCharacters).join('')
  return formatExcerpt(excerpt, characters.length > maxProblemCharacters)
}
