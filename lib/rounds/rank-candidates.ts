import type { SelectionCandidate } from './candidate'
import type { SlicePolicyName } from './policy'

/** A candidate with its rank within its problem. */
export interface RankedCandidate {
  candidate: SelectionCandidate
  /** Sort key, ascending. */
  key: number
  /** From 1. */
  rank: number
  /** Candidates of the problem that match the slice. */
  poolSize: number
}

/** The share of wrong answers in the paper's small-scale experiment: Lightman et al. 2023, section 4.2. */
const paperWrongShare = 0.8

export type RankedSlicePolicyName = Exclude<SlicePolicyName, 'random'>

/** Sort key of each policy, ascending; null: the candidate does not match. */
const sortKeys: Record<RankedSlicePolicyName, (candidate: SelectionCandidate) => number | null> = {
  'convincing-wrong': ({ verdict, score }) =>
    verdict === 'wrong' && score !== null ? -score : null,
  'paper-80-20': ({ score }) => (score === null ? null : -score),
  'right-answer-weak-process': ({ verdict, minimum }) => (verdict === 'correct' ? minimum : null),
  uncertain: ({ disagreement }) => (disagreement === null ? null : -disagreement),
}

/** Whether the policy could select the candidate, regardless of limits. */
export const matchesSlicePolicy = (policy: RankedSlicePolicyName, candidate: SelectionCandidate) =>
  sortKeys[policy](candidate) !== null

/** By key, then fewer steps, then id, so that the order is deterministic. */
const compareRanked = (a: RankedCandidate, b: RankedCandidate) =>
  a.key - b.key ||
  a.candidate.steps - b.candidate.steps ||
  (a.candidate.id < b.candidate.id ? -1 : 1)

/** The first of every problem before the second of any. */
const compareByRank = (a: RankedCandidate, b: RankedCandidate) =>
  a.rank - b.rank || compareRanked(a, b)

/**
 * Ranks the candidates that match a slice, at most `perProblem` of each problem, in serving order over all problems.
 * Candidates in the random sample count in ranks but are not returned.
 */
export function rankCandidates(
  policy: RankedSlicePolicyName,
  problems: Iterable<readonly SelectionCandidate[]>,
  perProblem: number | null,
  isSampled: (candidate: SelectionCandidate) => boolean,
): RankedCandidate[] {
  const isPaper = policy === 'paper-80-20'
  const rankedCandidates: RankedCandidate[] = []
  for (const candidates of problems) {
    const pool = orderPool(policy, candidates)
    const orderedPool = isPaper ? orderByPaper(pool, perProblem ?? pool.length) : pool
    let count = 0
    for (const [i, entry] of orderedPool.entries()) {
      if (count === perProblem) break
      if (isSampled(entry.candidate)) continue
      entry.rank = i + 1
      entry.poolSize = orderedPool.length
      rankedCandidates.push(entry)
      count++
    }
  }
  return rankedCandidates.sort(isPaper ? compareByRank : compareRanked)
}

function orderPool(
  policy: RankedSlicePolicyName,
  candidates: readonly SelectionCandidate[],
): RankedCandidate[] {
  const pool: RankedCandidate[] = []
  for (const candidate of candidates) {
    const key = sortKeys[policy](candidate)
    if (key !== null) pool.push({ candidate, key, rank: 0, poolSize: 0 })
  }
  return pool.length > 1 ? pool.sort(compareRanked) : pool
}

/** The highest-scored wrong answers for 80% of `count`, then the highest-scored others. */
function orderByPaper(pool: readonly RankedCandidate[], count: number): RankedCandidate[] {
  const wrong = pool.filter(({ candidate }) => candidate.verdict === 'wrong')
  const first = new Set(wrong.slice(0, Math.round(paperWrongShare * count)))
  return [...first, ...pool.filter((entry) => !first.has(entry))]
}
