import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { RoundPolicy, SlicePolicyName } from '@/lib/rounds/policy'
import { formatScoreRun } from '@/lib/scoring/score-run-name'
import { formatShare } from './format-figures'
import type { Round } from './round'

type PolicySlice = Exclude<SlicePolicyName, 'random'>

/** What a policy with a single slice selects. */
const policySummaries = {
  'convincing-wrong': 'convincing wrong answers first',
  'paper-80-20': '80% convincing wrong answers per problem',
  'right-answer-weak-process': 'correct answers, weakest step first',
  uncertain: 'most uncertain first',
} as const satisfies Record<PolicySlice, string>

/** Slice names to follow a share or a count, such as `80% convincing wrong answers`. */
const sliceNouns = {
  'convincing-wrong': 'convincing wrong answers',
  'paper-80-20': 'by the 80/20 rule',
  'right-answer-weak-process': 'correct answers with a weak step',
  uncertain: 'uncertain solutions',
} as const satisfies Record<PolicySlice, string>

/** `convincing wrong answers first, plus a 10% random sample`. */
export function describeRoundPolicy({ slices, exploration }: RoundPolicy): string {
  if (exploration === 1) return 'random sample of all solutions'
  const slicesText = describeSlices(slices)
  if (exploration === 0) return `${slicesText}, no random sample`
  return `${slicesText}, plus a ${formatShare(exploration)} random sample`
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
  const matchesPolicy = slices.length === nonEmptySlices.length && policy.slices.length === 1
  if (nonEmptySlices.length === 0 || matchesPolicy) return describeRoundPolicy(policy)
  return nonEmptySlices
    .map(({ slice, queued }) =>
      slice === 'random'
        ? `${formatCount(queued)} sampled at random`
        : `${formatCount(queued)} ${sliceNouns[slice]}`,
    )
    .join(', ')
}

function describeSlices(slices: RoundPolicy['slices']): string {
  const [firstSlice] = slices
  if (firstSlice && slices.length === 1) return policySummaries[firstSlice.policy]
  const total = slices.reduce((sum, { share }) => sum + share, 0)
  return slices
    .map(({ policy, share }) => `${formatShare(share / total)} ${sliceNouns[policy]}`)
    .join(', ')
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
  if (source === 'none') return 'No scores: ranked by majority answer within each problem.'
  const origin = scores === null ? 'Imported scores' : formatScoreRun(scores.run, scores)
  const { bySolution = 0, bySteps = 0 } = outcome?.scored ?? {}
  if (bySolution > 0 && bySteps === 0) return `${origin}: one per solution.`
  const neutralNote = neutral === 'negative' ? ', neutral counted as negative' : ''
  const fromSteps = `${aggregationNames[aggregation]}${neutralNote}`
  return bySolution > 0
    ? `${origin}: one per solution for ${formatQuantity(bySolution, 'solution')}, ${fromSteps} for ${formatCount(bySteps)}.`
    : `${origin}: ${fromSteps}.`
}
