import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { RoundPolicy, SlicePolicyName } from '@/lib/rounds/policy'
import type { RankedSlicePolicyName } from '@/lib/rounds/rank-candidates'
import { formatScoreRun } from '@/lib/scoring/score-run-name'
import { formatShare, formatSharesOfTotal } from './format-figures'
import type { Round } from './round'

/** What a policy with a single slice selects. */
const policySummaries = {
  'convincing-wrong': 'convincing wrong answers first',
  'paper-80-20': 'PRM800K mix',
  'right-answer-weak-process': 'correct answers, weakest step first',
  uncertain: 'most uncertain first',
} as const satisfies Record<RankedSlicePolicyName, string>

/** Slice names to follow a count or a share, such as `80% convincing wrong answers`: for 1, and for other numbers. */
const sliceNouns = {
  'convincing-wrong': ['convincing wrong answer', 'convincing wrong answers'],
  'paper-80-20': ['from the PRM800K mix', 'from the PRM800K mix'],
  'right-answer-weak-process': [
    'correct answer with a weak step',
    'correct answers with a weak step',
  ],
  uncertain: ['uncertain solution', 'uncertain solutions'],
} as const satisfies Record<RankedSlicePolicyName, readonly [string, string]>

/**
 * `convincing wrong answers first, plus a 10% random sample`. With several slices, shares of the whole round:
 * `50% convincing wrong answers, 30% uncertain solutions, 20% random sample`.
 */
export function describeRoundPolicy({ slices, exploration }: RoundPolicy): string {
  if (exploration === 1) return 'random sample of all solutions'
  const [firstSlice] = slices
  if (firstSlice && slices.length === 1) {
    const summary = policySummaries[firstSlice.policy]
    return exploration === 0
      ? `${summary}, no random sample`
      : `${summary}, plus a ${formatShare(exploration)} random sample`
  }
  const total = slices.reduce((sum, { share }) => sum + share, 0)
  const shares = formatSharesOfTotal([
    ...slices.map(({ share }) => (share / total) * (1 - exploration)),
    exploration,
  ])
  const sliceTexts = slices.map(({ policy }, i) => `${shares[i]} ${sliceNouns[policy][1]}`)
  const sampleText = exploration === 0 ? 'no random sample' : `${shares.at(-1)} random sample`
  return [...sliceTexts, sampleText].join(', ')
}

/** ` · max 1 per problem`, for the solutions to which the limit applies; empty if there is no limit. */
export function describeProblemLimit({
  perProblem,
  exploration,
}: Pick<RoundPolicy, 'perProblem' | 'exploration'>): string {
  if (perProblem === null || exploration === 1) return ''
  const scope = exploration === 0 ? '' : ' outside the random sample'
  return ` · max ${formatCount(perProblem)} per problem${scope}`
}

/** `15 convincing wrong answers, 3 sampled at random`: the solutions that a policy selected. */
export function describeSelectedSolutions(
  policy: RoundPolicy,
  slices: readonly { slice: SlicePolicyName; queued: number }[],
): string {
  const nonEmptySlices = slices.filter(({ queued }) => queued > 0)
  // With one policy slice and no empty slices, the policy says more than the counts.
  const [onlySlice, otherSlice] = policy.slices
  if (nonEmptySlices.length === 0) return describeRoundPolicy(policy)
  if (slices.length === nonEmptySlices.length && onlySlice && !otherSlice)
    return describePolicyWithSampleSize(policy, onlySlice.policy, slices)
  return nonEmptySlices
    .map(({ slice, queued }) => {
      if (slice === 'random') return `${formatCount(queued)} sampled at random`
      const [singular, plural] = sliceNouns[slice]
      return formatQuantity(queued, singular, plural)
    })
    .join(', ')
}

/** `convincing wrong answers first, plus a random sample (14 of 25)`: the sample can be larger than the share in the policy. */
function describePolicyWithSampleSize(
  policy: RoundPolicy,
  onlySlice: RankedSlicePolicyName,
  slices: readonly { slice: SlicePolicyName; queued: number }[],
): string {
  const sample = slices.find(({ slice }) => slice === 'random')
  if (sample === undefined || policy.exploration === 1) return describeRoundPolicy(policy)
  const total = slices.reduce((sum, { queued }) => sum + queued, 0)
  return `${policySummaries[onlySlice]}, plus a random sample (${formatCount(sample.queued)} of ${formatCount(total)})`
}

const aggregationNames = {
  product: 'product of step scores',
  minimum: 'lowest step score',
  'geometric-mean': 'geometric mean of step scores',
  last: 'last step score',
} as const satisfies Record<RoundPolicy['scores']['aggregation'], string>

/** One sentence about the source and aggregation of a round's scores. */
export function describeRoundScores({
  policy,
  scores,
  outcome,
}: Pick<Round, 'policy' | 'scores' | 'outcome'>): string {
  const { source, aggregation, neutral } = policy.scores
  if (source === 'none') return 'No scores: ranked by answer frequency within each problem.'
  const origin = scores === null ? 'Imported scores' : formatScoreRun(scores.run, scores)
  const { bySolution = 0, bySteps = 0 } = outcome?.scored ?? {}
  if (bySolution > 0 && bySteps === 0) return `${origin}: one per solution.`
  const neutralNote = neutral === 'negative' ? ', neutral counted as negative' : ''
  const fromSteps = `${aggregationNames[aggregation]}${neutralNote}`
  return bySolution > 0
    ? `${origin}: one per solution for ${formatQuantity(bySolution, 'solution')}, ${fromSteps} for ${formatCount(bySteps)}.`
    : `${origin}: ${fromSteps}.`
}
