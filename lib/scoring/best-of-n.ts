import { computeExpectedMajorityAccuracy, type AnswerVotes } from './expected-majority'

/** A sampled solution, as best-of-N uses it. */
export interface BestOfSample<Kind extends string> {
  /** Also false if unknown. */
  isCorrect: boolean
  /** Whether an answer was found. A sample without one is never chosen and never correct. */
  isAnswered: boolean
  /** Equal for equal answers (`makeAnswerVoteKey` in vote-share.ts); null if unknown. */
  vote: string | null
  /** Scores to choose by, higher is better; null for none. */
  scores: Readonly<Record<Kind, number | null>>
}

export interface BestOfProblem<Kind extends string> {
  samples: readonly BestOfSample<Kind>[]
}

export interface BestOfNOptions<Kind extends string> {
  /** The scores to choose by. */
  kinds: readonly Kind[]
  /**
   * The number of samples per problem. A number, or `largest`: the largest number of samples of any problem. Missing
   * samples count as attempts without an answer, as in the evaluation of PRM800K (1,860 samples). `own`: the number
   * that the problem has; with fewer than n, all are taken.
   */
  pool?: number | 'largest' | 'own'
  /** Votes are sampled if exact counting would take too long. */
  seed?: number
}

/** Shares of solved problems, one for each n; null if undefined. */
export interface BestOfCurves<Kind extends string> {
  n: number[]
  scores: Record<Kind, (number | null)[]>
  majority: (number | null)[]
  /** Whether any sample is correct: the upper limit for any choice. */
  pass: (number | null)[]
  /** Number of problems whose votes were sampled instead of counted exactly. */
  sampled: number
}

/**
 * The probability that choosing one of n samples finds a correct one: the expectation over all sets of n of a problem's
 * samples, without replacement, averaged over problems. Exact, in closed form, except for votes of problems with very
 * many samples (expected-majority.ts). Ties in scores or votes are shared evenly.
 * Null if there is no problem or n exceeds the pool of every problem. A choice is also null if a sample with an answer
 * lacks its score or vote.
 */
export function computeBestOfN<Kind extends string>(
  problems: readonly BestOfProblem<Kind>[],
  n: readonly number[],
  { kinds, pool = 'largest', seed = 1 }: BestOfNOptions<Kind>,
): BestOfCurves<Kind> {
  const maxCount = problems.reduce((top, { samples }) => Math.max(top, samples.length), 0)
  const choosePoolSize = (sampleCount: number) =>
    pool === 'own' ? sampleCount : Math.max(sampleCount, pool === 'largest' ? maxCount : pool)
  const maxN = problems.length === 0 ? 0 : choosePoolSize(maxCount)
  const tables = problems.map(({ samples }) => ({
    answered: samples.filter(({ isAnswered }) => isAnswered),
    pool: choosePoolSize(samples.length),
  }))
  const average = (values: readonly (readonly number[])[]) =>
    n.map((size, i) =>
      size > maxN
        ? null
        : // Rounding errors of logarithms can make it slightly larger than 1.
          Math.min(
            1,
            values.reduce((sum, problemValues) => sum + problemValues[i]!, 0) / values.length,
          ),
    )
  const allAnsweredSamples = tables.flatMap(({ answered }) => answered)
  const undefinedCurve = n.map(() => null)
  const scores = {} as Record<Kind, (number | null)[]>
  for (const kind of kinds)
    scores[kind] = allAnsweredSamples.every((sample) => sample.scores[kind] !== null)
      ? average(
          tables.map((table) => computeBestCorrectProbability(table.answered, table.pool, n, kind)),
        )
      : undefinedCurve
  const hasAllVotes = allAnsweredSamples.every(({ vote }) => vote !== null)
  const majority = hasAllVotes
    ? tables.map((table, i) =>
        computeExpectedMajorityAccuracy(
          countVotesByAnswer(table.answered),
          table.pool,
          n,
          seed + i,
        ),
      )
    : null
  return {
    n: [...n],
    scores,
    majority: majority ? average(majority.map(({ expected }) => expected)) : undefinedCurve,
    pass: average(
      tables.map((table) => computeAnyCorrectProbability(table.answered, table.pool, n)),
    ),
    sampled: majority?.filter(({ isSampled }) => isSampled).length ?? 0,
  }
}

/** The probability that the sample with the highest score of n is correct. */
function computeBestCorrectProbability<Kind extends string>(
  answeredSamples: readonly BestOfSample<Kind>[],
  pool: number,
  n: readonly number[],
  kind: Kind,
): number[] {
  const ties = Map.groupBy(answeredSamples, ({ scores }) => scores[kind] ?? 0)
  const tiesByScore = [...ties].sort(([a], [b]) => b - a).map(([, tied]) => tied)
  return n.map((size) => {
    let [aboveCount, missProbability, expected] = [0, 1, 0]
    for (const tied of tiesByScore) {
      // The probability that no sample with this score or a higher one is in the set.
      let nextMissProbability = missProbability
      for (let i = 0; i < tied.length; i++)
        nextMissProbability *= computeMissProbability(pool - aboveCount - i, size)
      aboveCount += tied.length
      const correctCount = tied.filter(({ isCorrect }) => isCorrect).length
      expected += (missProbability - nextMissProbability) * (correctCount / tied.length)
      missProbability = nextMissProbability
    }
    return expected
  })
}

/** The probability that at least one of n is correct: 1 - C(pool - correct, n) / C(pool, n). */
function computeAnyCorrectProbability(
  answeredSamples: readonly BestOfSample<string>[],
  pool: number,
  n: readonly number[],
): number[] {
  const correctCount = answeredSamples.filter(({ isCorrect }) => isCorrect).length
  return n.map((size) => {
    let missProbability = 1
    for (let i = 0; i < correctCount; i++) missProbability *= computeMissProbability(pool - i, size)
    return 1 - missProbability
  })
}

/** The probability that a given sample is not among `size` of `pool`. */
const computeMissProbability = (pool: number, size: number) => Math.max(0, pool - size) / pool

/** The number of samples with each answer, and how many of them are correct. */
function countVotesByAnswer(answeredSamples: readonly BestOfSample<string>[]): AnswerVotes[] {
  const groups = Map.groupBy(answeredSamples, ({ vote }) => vote)
  return [...groups.values()].map((group) => ({
    samples: group.length,
    correctShare: group.filter(({ isCorrect }) => isCorrect).length / group.length,
  }))
}
