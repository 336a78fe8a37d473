import { sampleItems, createRandomGenerator } from '@/lib/platform/random'
import type { SelectionCandidate, SelectedCandidate, SolutionSelection } from './candidate'
import type { NotSelectedReason } from './contract'
import { countExtraOverlapAnnotators } from './extra-overlap'
import { spreadItemsAtRandom, mergeSlicesByShare } from './interleave'
import type { RoundPolicy } from './policy'
import { matchesSlicePolicy, rankCandidates, type RankedCandidate } from './rank-candidates'

/** A round's policy without `scores`: candidates are already scored. */
export type SelectionPolicy = Omit<RoundPolicy, 'scores'>

type Problems = ReadonlyMap<string, readonly SelectionCandidate[]>
type Reject = (reason: NotSelectedReason, candidate: SelectionCandidate) => void

/** Solutions with the same text as one that is ineligible for one of these reasons are duplicates. */
const duplicateReasons: ReadonlySet<NotSelectedReason | null> = new Set([
  'gold',
  'excluded',
  'labelled',
  'in-progress',
])

/**
 * Selects the solutions of a round in serving order, with a reason for each solution not selected. Pure: the same
 * candidates, in any order, and the same policy give the same selection. Fastest if candidates are sorted by id.
 *
 * - The random sample is drawn from all eligible candidates, without the limit per problem, so that each has the same known
 *   probability. It is spread over the whole round.
 * - The slices share the rest: the next position goes to the slice furthest behind its share. When a slice is exhausted, the
 *   others continue. A candidate that matches two slices goes to the one that reaches it first.
 * - `perProblem` limits all slices together. Of duplicate texts to one problem, one is selected.
 *
 * `overlap` is the project's overlap.
 */
export function selectSolutions(
  candidates: readonly SelectionCandidate[],
  policy: SelectionPolicy,
  { overlap }: { overlap: number },
): SolutionSelection {
  const notSelected = new Map<NotSelectedReason, SelectionCandidate[]>()
  const reject: Reject = (reason, candidate) => {
    const list = notSelected.get(reason)
    if (list) list.push(candidate)
    else notSelected.set(reason, [candidate])
  }
  const problems = groupEligible(candidates, reject)
  const eligible = [...problems.values()].flat()
  const draw = createRandomGenerator(policy.seed)
  const sampledSolutions = sampleItems(
    eligible,
    computeSampleSize(problems, eligible, policy),
    draw,
  )
  const remaining = (policy.size ?? Infinity) - sampledSolutions.length
  const sliceSelection = selectFromSlices(problems, new Set(sampledSolutions), policy, remaining)
  const selected = spreadItemsAtRandom(
    sliceSelection,
    sampledSolutions.map((candidate) =>
      toSampledSelection(candidate, sampledSolutions.length, eligible.length),
    ),
    draw,
  )
  explainNotSelected(eligible, selected, policy, reject)
  return { selected: selected.map((item) => assignSlots(item, policy, overlap, draw)), notSelected }
}

/** Eligible candidates by problem, sorted by id, without duplicates. */
function groupEligible(candidates: readonly SelectionCandidate[], reject: Reject): Problems {
  const problems = Map.groupBy(sortById(candidates), ({ problem }) => problem)
  const eligible = new Map<string, SelectionCandidate[]>()
  for (const [problem, candidatesOfProblem] of problems) {
    const usedTexts = new Set<string>()
    for (const { ineligibleReason, text } of candidatesOfProblem)
      if (duplicateReasons.has(ineligibleReason)) usedTexts.add(text)
    const bestByText = findBestByText(candidatesOfProblem)
    const unique: SelectionCandidate[] = []
    for (const candidate of candidatesOfProblem) {
      const { ineligibleReason, text } = candidate
      if (ineligibleReason !== null) reject(ineligibleReason, candidate)
      else if (usedTexts.has(text) || bestByText.get(text) !== candidate)
        reject('same-text', candidate)
      else unique.push(candidate)
    }
    if (unique.length > 0) eligible.set(problem, unique)
  }
  return eligible
}

/** The candidate with the highest score for each text; the first on a tie. */
function findBestByText(
  candidates: readonly SelectionCandidate[],
): ReadonlyMap<string, SelectionCandidate> {
  const readScore = ({ score }: SelectionCandidate) => score ?? -Infinity
  const bestByText = new Map<string, SelectionCandidate>()
  for (const candidate of candidates) {
    if (candidate.ineligibleReason !== null) continue
    const current = bestByText.get(candidate.text)
    if (!current || readScore(candidate) > readScore(current))
      bestByText.set(candidate.text, candidate)
  }
  return bestByText
}

function sortById(candidates: readonly SelectionCandidate[]): readonly SelectionCandidate[] {
  const isSorted = candidates.every(({ id }, i) => i === 0 || candidates[i - 1]!.id < id)
  return isSorted ? candidates : candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Size of the random sample, so that `exploration` is its share of the selected solutions even if the slices find fewer than
 * the size allows. Sampled candidates are lost to the slices. That loss is estimated from a separate sample, so that the
 * sample size does not depend on which candidates were sampled.
 */
function computeSampleSize(
  problems: Problems,
  eligible: readonly SelectionCandidate[],
  { slices, size, exploration, perProblem, seed }: SelectionPolicy,
): number {
  const requestedCount = size === null ? eligible.length : Math.round(size * exploration)
  if (exploration === 1) return Math.min(size ?? eligible.length, eligible.length)
  const matchesAnySlice = (candidate: SelectionCandidate) =>
    slices.some(({ policy }) => matchesSlicePolicy(policy, candidate))
  const matchCounts = new Map<string, number>()
  const cap = (count: number) => Math.min(count, perProblem ?? count)
  let selectable = 0
  for (const [problem, candidates] of problems) {
    const count = candidates.filter(matchesAnySlice).length
    matchCounts.set(problem, count)
    selectable += cap(count)
  }
  const limit = Math.min(requestedCount, Math.round((selectable * exploration) / (1 - exploration)))
  let sampledCount = 0
  for (const candidate of sampleItems(eligible, limit, createRandomGenerator(seed + 1))) {
    if (matchesAnySlice(candidate)) {
      const count = matchCounts.get(candidate.problem)!
      matchCounts.set(candidate.problem, count - 1)
      selectable -= cap(count) - cap(count - 1)
    }
    if ((sampledCount + 0.5) * (1 - exploration) > selectable * exploration) break
    sampledCount++
  }
  return sampledCount
}

/**
 * Selects up to `count` candidates from the slices by their shares, within the limit per problem. Skips candidates in the
 * random sample.
 */
function selectFromSlices(
  problems: Problems,
  sampled: ReadonlySet<SelectionCandidate>,
  { slices, perProblem }: SelectionPolicy,
  count: number,
): SelectedCandidate[] {
  const rankedSlices = slices.map(({ policy, share }) => ({
    policy,
    share,
    ranked: rankCandidates(policy, problems.values(), perProblem, (item) => sampled.has(item)),
  }))
  const usedCandidates = new Set<SelectionCandidate>()
  const countByProblem = new Map<string, number>()
  const countOfProblem = ({ problem }: SelectionCandidate) => countByProblem.get(problem) ?? 0
  const isFree = ({ candidate }: RankedCandidate) =>
    !usedCandidates.has(candidate) &&
    (perProblem === null || countOfProblem(candidate) < perProblem)
  const interleavedCandidates = mergeSlicesByShare(rankedSlices, count, isFree, ({ candidate }) => {
    usedCandidates.add(candidate)
    countByProblem.set(candidate.problem, countOfProblem(candidate) + 1)
  })
  return interleavedCandidates.map(({ candidate, policy, rank, poolSize }) => ({
    candidate,
    slice: policy,
    rank,
    poolSize,
    slots: 1,
    selectionProbability: 1,
  }))
}

const toSampledSelection = (
  candidate: SelectionCandidate,
  sampleSize: number,
  poolSize: number,
): SelectedCandidate => ({
  candidate,
  slice: 'random',
  rank: 1,
  poolSize,
  slots: 1,
  selectionProbability: sampleSize / poolSize,
})

/** The random sample gets at least two annotators, as an unbiased sample of agreement. */
function assignSlots(
  selected: SelectedCandidate,
  { overlap }: SelectionPolicy,
  projectOverlap: number,
  draw: () => number,
): SelectedCandidate {
  const annotators = overlap.annotators ?? projectOverlap
  const hasExtraOverlap = draw() < overlap.share
  const slots = hasExtraOverlap
    ? Math.max(annotators, countExtraOverlapAnnotators(overlap, projectOverlap))
    : annotators
  selected.slots = selected.slice === 'random' ? Math.max(slots, 2) : slots
  return selected
}

function explainNotSelected(
  eligible: readonly SelectionCandidate[],
  selected: readonly SelectedCandidate[],
  { slices, exploration, perProblem }: SelectionPolicy,
  reject: Reject,
): void {
  const selectedCandidates = new Set<SelectionCandidate>()
  const countByProblem = new Map<string, number>()
  for (const { candidate, slice } of selected) {
    selectedCandidates.add(candidate)
    if (slice !== 'random')
      countByProblem.set(candidate.problem, (countByProblem.get(candidate.problem) ?? 0) + 1)
  }
  const hasWrongSlice = slices.some(({ policy }) => policy === 'convincing-wrong')
  const findReason = (candidate: SelectionCandidate): NotSelectedReason => {
    // A purely random round has no slice that could leave a solution out.
    if (exploration === 1) return 'over-size'
    if (slices.some(({ policy }) => matchesSlicePolicy(policy, candidate))) {
      const isProblemFull =
        perProblem !== null && (countByProblem.get(candidate.problem) ?? 0) >= perProblem
      return isProblemFull ? 'per-problem-cap' : 'over-size'
    }
    if (candidate.verdict === 'unsure' && hasWrongSlice) return 'unsure-answer'
    return candidate.score === null && candidate.minimum === null ? 'no-score' : 'no-slice'
  }
  for (const candidate of eligible)
    if (!selectedCandidates.has(candidate)) reject(findReason(candidate), candidate)
}
