import type { Candidate } from './candidate'
import type { SlicePolicy } from './policy'

/** A candidate's place in the order that a slice gives its problem. */
export interface Ranked {
  candidate: Candidate
  /** What the slice goes by, the lowest first. */
  key: number
  /** From 1. */
  rank: number
  /** Candidates of the problem that the slice takes at all. */
  of: number
}

/** Shares of the paper's small-scale experiment: Lightman et al. 2023, section 4.2. */
const paperWrongShare = 0.8

export type RankedPolicy = Exclude<SlicePolicy, 'random'>

/** What each policy goes by, the lowest first; null: it does not take the candidate. */
const keys: Record<RankedPolicy, (candidate: Candidate) => number | null> = {
  'convincing-wrong': ({ verdict, score }) =>
    verdict === 'wrong' && score !== null ? -score : null,
  'paper-80-20': ({ score }) => (score === null ? null : -score),
  'right-answer-weak-process': ({ verdict, minimum }) => (verdict === 'correct' ? minimum : null),
  uncertain: ({ disagreement }) => (disagreement === null ? null : -disagreement),
}

/** Whether a policy would take it, were there room enough. */
export const isTaken = (policy: RankedPolicy, candidate: Candidate) =>
  keys[policy](candidate) !== null

/** By key, then fewer steps, then id: the same candidates always come in the same order. */
const compareRanked = (a: Ranked, b: Ranked) =>
  a.key - b.key ||
  a.candidate.steps - b.candidate.steps ||
  (a.candidate.id < b.candidate.id ? -1 : 1)

/** Every problem's first before any problem's second, where the choice is made within each problem. */
const compareByRank = (a: Ranked, b: Ranked) => a.rank - b.rank || compareRanked(a, b)

/**
 * What a slice takes of each problem, at most `perProblem` of each, in the order in which it would serve them over all
 * problems. Those that `isGone` names count in ranks, and are not served.
 */
export function rankSlice(
  policy: RankedPolicy,
  problems: Iterable<readonly Candidate[]>,
  perProblem: number | null,
  isGone: (candidate: Candidate) => boolean,
): Ranked[] {
  const isPaper = policy === 'paper-80-20'
  const ranked: Ranked[] = []
  for (const candidates of problems) {
    const pool = orderPool(policy, candidates)
    const ordered = isPaper ? orderByPaper(pool, perProblem ?? pool.length) : pool
    let count = 0
    for (const [i, one] of ordered.entries()) {
      if (count === perProblem) break
      if (isGone(one.candidate)) continue
      one.rank = i + 1
      one.of = ordered.length
      ranked.push(one)
      count++
    }
  }
  return ranked.sort(isPaper ? compareByRank : compareRanked)
}

function orderPool(policy: RankedPolicy, candidates: readonly Candidate[]): Ranked[] {
  const pool: Ranked[] = []
  for (const candidate of candidates) {
    const key = keys[policy](candidate)
    if (key !== null) pool.push({ candidate, key, rank: 0, of: 0 })
  }
  return pool.length > 1 ? pool.sort(compareRanked) : pool
}

/** Of `count` solutions of a problem 80 % the most convincing wrong ones; what remains, the most convincing of the rest. */
function orderByPaper(pool: readonly Ranked[], count: number): Ranked[] {
  const wrong = pool.filter(({ candidate }) => candidate.verdict === 'wrong')
  const first = new Set(wrong.slice(0, Math.round(paperWrongShare * count)))
  return [...first, ...pool.filter((one) => !first.has(one))]
}
