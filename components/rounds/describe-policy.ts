import type { RoundPolicy, SlicePolicy } from '@/lib/rounds/policy'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { writeShare } from './write-figures'
import type { Round } from './round'

/** What each slice serves first. */
const firstOf = {
  'convincing-wrong': 'convincing wrong answers first, strictly by score',
  'paper-80-20': 'four most convincing wrong answers for each most convincing other',
  'right-answer-weak-process': 'right answers with the weakest step first',
  uncertain: 'those first of which the scorer is least sure',
} as const satisfies Record<Exclude<SlicePolicy, 'random'>, string>

/** As parts of a sentence with shares in front. */
const shareOf = {
  'convincing-wrong': 'convincing wrong answers',
  'paper-80-20': 'four convincing wrong answers to one other',
  'right-answer-weak-process': 'right answers with a weak step',
  uncertain: 'what the scorer is unsure of',
} as const satisfies Record<Exclude<SlicePolicy, 'random'>, string>

/** `convincing wrong answers first, strictly by score, and one in ten drawn at random`. */
export function describePolicy({ slices, exploration }: RoundPolicy): string {
  if (exploration === 1)
    return 'all drawn at random, because only those tell the true rate of errors'
  const main = describeSlices(slices)
  if (exploration === 0) return `${main}, and none drawn at random`
  return `${main}, and ${describeExploration(exploration)} drawn at random, because only those tell the true rate of errors`
}

/** `15 convincing wrong answers and 3 drawn at random, …`: what a policy came to. */
export function describeSelected(
  policy: RoundPolicy,
  slices: readonly { slice: SlicePolicy; queued: number }[],
): string {
  const served = slices.filter(({ queued }) => queued > 0)
  // One slice and its share at random say what they serve first, as they were asked for.
  const isAsAsked = slices.length === served.length && policy.slices.length === 1
  if (served.length === 0 || isAsAsked) return describePolicy(policy)
  const parts = served.map(({ slice, queued }) =>
    slice === 'random'
      ? `${formatCount(queued)} drawn at random, because only those tell the true rate of errors`
      : `${formatCount(queued)} ${countOf[slice]}`,
  )
  return joinList(parts)
}

const joinList = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** After a number of them. */
const countOf = {
  'convincing-wrong': 'with a convincing wrong answer',
  'paper-80-20': 'by the rule of four convincing wrong answers to one other',
  'right-answer-weak-process': 'with a right answer and a weak step',
  uncertain: 'of which the scorer is unsure',
} as const satisfies Record<Exclude<SlicePolicy, 'random'>, string>

function describeSlices(slices: RoundPolicy['slices']): string {
  const [first] = slices
  if (first && slices.length === 1) return firstOf[first.policy]
  const sum = slices.reduce((all, { share }) => all + share, 0)
  const parts = slices.map(({ policy, share }) => `${writeShare(share / sum)} ${shareOf[policy]}`)
  return parts.join(', ')
}

function describeExploration(share: number): string {
  const oneIn = Math.round(1 / share)
  if (Math.abs(share - 1 / oneIn) > 0.001 || oneIn > 20 || oneIn < 2) return writeShare(share)
  return `one in ${smallNumbers[oneIn] ?? formatCount(oneIn)}`
}

const smallNumbers = [
  ...['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
]

const aggregations = {
  product: 'the product of the steps',
  minimum: 'the lowest step',
  'geometric-mean': 'the geometric mean of the steps',
  last: 'the last step',
} as const satisfies Record<RoundPolicy['scores']['aggregation'], string>

/** Where the scores of a round come from, in a sentence. */
export function describeScores({
  policy,
  scores,
  outcome,
}: Pick<Round, 'policy' | 'scores' | 'outcome'>): string {
  const { source, aggregation, neutral } = policy.scores
  if (source === 'none')
    return 'There are no scores: answers that many solutions of a problem share rank first.'
  const where =
    scores === null
      ? 'Scores came with the data'
      : `Scores are those of run ${scores.run}, ${scores.model}`
  const { whole = 0, bySteps = 0 } = outcome?.scored ?? {}
  if (whole > 0 && bySteps === 0) return `${where}: one number for each solution, taken as it is.`
  const neutralWords = neutral === 'negative' ? ', neutral counted as negative' : ''
  const ofSteps = `${aggregations[aggregation]}${neutralWords}`
  return whole > 0
    ? `${where}: of ${formatNoun(whole, 'solution')} one number, taken as it is; of ${formatCount(bySteps)} ${ofSteps}.`
    : `${where}: ${ofSteps}.`
}
