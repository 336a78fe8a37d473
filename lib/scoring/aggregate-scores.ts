import { getCorrectProbability, type StepScore } from './step-scores'

/** A solution's score for each aggregation, in [0, 1]. */
export interface ScoresByAggregation {
  /**
   * The paper's score. Exact like a product of doubles, down to 1e-300. Below that it is replaced by a value that
   * decreases with the true product, so that long solutions keep their order where the product would be 0.
   */
  product: number
  minimum: number
  geometricMean: number
  last: number
}

export interface AggregatedScores {
  /** P(0) counts with P(+1), as in section 4.2 of the paper. */
  positive: ScoresByAggregation
  /** P(0) counts with P(-1). */
  negative: ScoresByAggregation
  /** The step with the lowest P(0) + P(+1), 0-based; the first of several. */
  lowestStep: number
}

export type AggregationResult =
  | { ok: true; scores: AggregatedScores }
  | { ok: false; reason: string }

/** How far the probabilities of a step may be from a sum of 1, because servers round them. */
export const sumTolerance = 0.01

/** Doubles below this lose precision and then become 0. */
export const smallestExactProduct = 1e-300

/** Aggregates step scores. Rejects invalid probabilities and names their location. */
export function aggregateScores(steps: readonly StepScore[]): AggregationResult {
  if (steps.length === 0) return { ok: false, reason: 'There are no step scores.' }
  for (const [step, score] of steps.entries()) {
    const problem = findProblem(score)
    if (problem !== null) return { ok: false, reason: `Step ${step + 1}: ${problem}` }
  }
  const positive = steps.map((score) => getCorrectProbability(score))
  const negative = steps.map((score) => getCorrectProbability(score, 'negative'))
  const lowest = positive.reduce((minimum, value) => Math.min(minimum, value), 1)
  return {
    ok: true,
    scores: {
      positive: aggregate(positive),
      negative: aggregate(negative),
      lowestStep: positive.indexOf(lowest),
    },
  }
}

function findProblem(score: StepScore): string | null {
  const values = typeof score === 'number' ? [score] : score
  if (!values.every((value) => Number.isFinite(value))) return 'a score is not a finite number.'
  if (!values.every((value) => value >= 0 && value <= 1)) return 'a score is not between 0 and 1.'
  if (typeof score === 'number') return null
  const sum = score[0] + score[1] + score[2]
  return Math.abs(sum - 1) <= sumTolerance
    ? null
    : `the three probabilities sum to ${sum.toFixed(3)} instead of 1.`
}

function aggregate(values: readonly number[]): ScoresByAggregation {
  const product = values.reduce((total, value) => total * value, 1)
  const minimum = values.reduce((lowest, value) => Math.min(lowest, value), 1)
  const last = values.at(-1) ?? 0
  if (minimum === 0) return { product: 0, minimum, geometricMean: 0, last }
  const logarithm = values.reduce((total, value) => total + Math.log(value), 0)
  return {
    product: product >= smallestExactProduct ? product : approximateProduct(logarithm),
    minimum,
    geometricMean: Math.exp(logarithm / values.length),
    last,
  }
}

/** Below 1e-300, decreases with the logarithm. Never reaches 0, because the reciprocal is linear in the logarithm. */
function approximateProduct(logarithm: number): number {
  return smallestExactProduct * Math.min(1, Math.log(smallestExactProduct) / logarithm)
}
