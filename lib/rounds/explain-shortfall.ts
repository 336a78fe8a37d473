import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { RoundOutcome } from './contract'
import type { RoundPolicy, SlicePolicyName } from './policy'

type Slice = RoundOutcome['slices'][number]

/** Why no eligible solution matches a slice. */
const unmatchedCauses = {
  'convincing-wrong': 'no eligible solution has a wrong answer and a score',
  'paper-80-20': 'no eligible solution has a score',
  'right-answer-weak-process': 'no eligible solution has a correct answer and step scores',
  uncertain: 'no eligible solution has step scores',
  random: 'no solution is eligible',
} as const satisfies Record<SlicePolicyName, string>

/** Why a requested slice is empty, or null if it is not. */
export function explainEmptySlice(
  { slice, queued, matching }: Slice,
  outcome: Pick<RoundOutcome, 'queued'>,
  { exploration }: Pick<RoundPolicy, 'exploration'>,
): string | null {
  if (queued > 0) return null
  if (matching === 0) return unmatchedCauses[slice]
  return slice === 'random'
    ? `${Number((exploration * 100).toPrecision(2))}% of ${formatQuantity(outcome.queued, 'solution')} is less than one`
    : 'other slices or the limit per problem took its solutions, or the round is too small for its share'
}

/** Why a slice has less than its share of the round, or null if it has its share. */
export function explainSliceShortfall(
  slice: Slice,
  outcome: Pick<RoundOutcome, 'queued' | 'slices'>,
  policy: Pick<RoundPolicy, 'exploration' | 'slices'>,
): string | null {
  if (slice.queued === 0) return explainEmptySlice(slice, outcome, policy)
  const share = policy.slices.find((entry) => entry.policy === slice.slice)?.share ?? 0
  const totalShare = sum(policy.slices.map((entry) => entry.share))
  const selected = sum(outcome.slices.filter(isPolicySlice).map(({ queued }) => queued))
  // While a slice still has solutions, each of the others is at most one solution ahead of its share (`mergeSlicesByShare`).
  const lag = Math.max(1, (policy.slices.length - 1) * (share / totalShare))
  return (share / totalShare) * selected - slice.queued > lag
    ? `ran out after ${formatCount(slice.queued)}`
    : null
}

const isPolicySlice = ({ slice }: Slice) => slice !== 'random'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Why the round is smaller than requested, or null if it is not. */
export function explainRoundShortfall(
  { queued, notSelected }: Pick<RoundOutcome, 'queued' | 'notSelected'>,
  { size, perProblem }: Pick<RoundPolicy, 'size' | 'perProblem'>,
): string | null {
  if (size === null || queued >= size) return null
  const cappedSolutions =
    notSelected.find(({ reason }) => reason === 'per-problem-cap')?.solutions ?? 0
  const cap =
    cappedSolutions === 0 || perProblem === null
      ? ''
      : `. The limit of ${formatCount(perProblem)} per problem excludes ${formatCount(cappedSolutions)} more`
  return `Selects ${formatCount(queued)} of the requested ${formatQuantity(size, 'solution')}, including the random sample${cap}`
}
