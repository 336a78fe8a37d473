import { expectMajority, type Ballot } from './expect-majority'

/** One sampled solution, as best-of-N sees it. */
export interface BestOfSample<Kind extends string> {
  /** False too where it was not shown. */
  isCorrect: boolean
  /** Whether an answer was found. One without is never chosen, and never right. */
  isAnswered: boolean
  /** Equal for equal answers (`readVote` of vote-share.ts); null where it is not known. */
  vote: string | null
  /** What may choose, higher is better; null where it has none. */
  scores: Readonly<Record<Kind, number | null>>
}

export interface BestOfProblem<Kind extends string> {
  samples: readonly BestOfSample<Kind>[]
}

export interface BestOfOptions<Kind extends string> {
  /** The scores to choose by. */
  kinds: readonly Kind[]
  /**
   * How many samples a problem stands for. A number, or `largest`, the number of the problem with the most samples: what others lack
   * are attempts that gave nothing, and drawn like any other, as in the evaluation of PRM800K (to 1,860). `own`: as many as
   * it has; of fewer than n all are taken.
   */
  pool?: number | 'largest' | 'own'
  /** Of what cannot be counted out in time, votes alone. */
  seed?: number
}

/** Shares of problems solved, one for each n; null where it cannot be computed. */
export interface BestOfCurves<Kind extends string> {
  n: number[]
  scores: Record<Kind, (number | null)[]>
  majority: (number | null)[]
  /** Whether any sample is right: no choice can do better. */
  pass: (number | null)[]
  /** Problems whose votes were drawn at random, not counted out. */
  sampled: number
}

/**
 * How often choosing one of n samples finds a right one: the expectation over every set of n of a problem's samples, no
 * sample twice, the mean of all problems. Exact, in closed form, but for the votes of problems with very many samples
 * (expect-majority.ts). Of equal scores, and of answers with as many votes, each is chosen as often.
 *
 * Null: no problem, n above every problem's samples, or, for a choice, a sample with an answer that lacks its score or its
 * vote.
 */
export function bestOfN<Kind extends string>(
  problems: readonly BestOfProblem<Kind>[],
  n: readonly number[],
  { kinds, pool = 'largest', seed = 1 }: BestOfOptions<Kind>,
): BestOfCurves<Kind> {
  const maxCount = problems.reduce((top, { samples }) => Math.max(top, samples.length), 0)
  const poolOf = (own: number) =>
    pool === 'own' ? own : Math.max(own, pool === 'largest' ? maxCount : pool)
  const reach = problems.length === 0 ? 0 : poolOf(maxCount)
  const tables = problems.map(({ samples }) => ({
    answered: samples.filter(({ isAnswered }) => isAnswered),
    pool: poolOf(samples.length),
  }))
  const average = (values: readonly (readonly number[])[]) =>
    n.map((size, i) =>
      size > reach
        ? null
        : // Logarithms leave a last digit beyond a chance.
          Math.min(1, values.reduce((sum, each) => sum + each[i]!, 0) / values.length),
    )
  const everySample = tables.flatMap(({ answered }) => answered)
  const empty = n.map(() => null)
  const scores = {} as Record<Kind, (number | null)[]>
  for (const kind of kinds)
    scores[kind] = everySample.every((sample) => sample.scores[kind] !== null)
      ? average(tables.map((table) => expectBest(table.answered, table.pool, n, kind)))
      : empty
  const isVoted = everySample.every(({ vote }) => vote !== null)
  const majority = isVoted
    ? tables.map((table, i) =>
        expectMajority(countBallots(table.answered), table.pool, n, seed + i),
      )
    : null
  return {
    n: [...n],
    scores,
    majority: majority ? average(majority.map(({ expected }) => expected)) : empty,
    pass: average(tables.map((table) => expectAny(table.answered, table.pool, n))),
    sampled: majority?.filter(({ isSampled }) => isSampled).length ?? 0,
  }
}

/** The chance that the one of n with the highest score is right. */
function expectBest<Kind extends string>(
  answered: readonly BestOfSample<Kind>[],
  pool: number,
  n: readonly number[],
  kind: Kind,
): number[] {
  const ties = Map.groupBy(answered, ({ scores }) => scores[kind] ?? 0)
  const falling = [...ties].sort(([a], [b]) => b - a).map(([, tied]) => tied)
  return n.map((size) => {
    let [above, missed, expected] = [0, 1, 0]
    for (const tied of falling) {
      // All drawn are worse than these, given that none is better.
      let missedToo = missed
      for (let i = 0; i < tied.length; i++) missedToo *= chanceToMiss(pool - above - i, size)
      above += tied.length
      const right = tied.filter(({ isCorrect }) => isCorrect).length
      expected += (missed - missedToo) * (right / tied.length)
      missed = missedToo
    }
    return expected
  })
}

/** The chance that one of n is right: 1 - C(pool - right, n) / C(pool, n). */
function expectAny(
  answered: readonly BestOfSample<string>[],
  pool: number,
  n: readonly number[],
): number[] {
  const right = answered.filter(({ isCorrect }) => isCorrect).length
  return n.map((size) => {
    let missed = 1
    for (let i = 0; i < right; i++) missed *= chanceToMiss(pool - i, size)
    return 1 - missed
  })
}

/** That one certain sample is none of `size` drawn of `pool`. */
const chanceToMiss = (pool: number, size: number) => Math.max(0, pool - size) / pool

/** Samples by what they vote for. */
function countBallots(answered: readonly BestOfSample<string>[]): Ballot[] {
  const groups = Map.groupBy(answered, ({ vote }) => vote)
  return [...groups.values()].map((group) => ({
    samples: group.length,
    right: group.filter(({ isCorrect }) => isCorrect).length / group.length,
  }))
}
