import { aggregateScores } from './aggregate-scores'
import {
  type Aggregation,
  getCorrectProbability,
  type NeutralTreatment,
  type StepScore,
} from './step-scores'

/** A solution's scores, computed from its steps. */
export interface ScoresFromSteps {
  score: number
  minimum: number
  /** 0-based; the first of several. */
  lowestStep: number
  /** Mean over the steps, in nats: how unsure the scorer is. */
  entropy: number
}

export type ScoresFromStepsResult =
  | { ok: true; scores: ScoresFromSteps }
  | { ok: false; reason: string }

/** Rejects invalid probabilities and names their location. */
export function computeScoresFromSteps(
  steps: readonly StepScore[],
  { aggregation, neutral }: { aggregation: Aggregation; neutral: NeutralTreatment },
): ScoresFromStepsResult {
  const result = aggregateScores(steps)
  if (!result.ok) return result
  const aggregate = result.scores[neutral]
  return {
    ok: true,
    scores: {
      score: aggregate[aggregation === 'geometric-mean' ? 'geometricMean' : aggregation],
      minimum: aggregate.minimum,
      lowestStep: findLowest(steps, neutral),
      entropy: steps.reduce<number>((sum, step) => sum + computeEntropy(step), 0) / steps.length,
    },
  }
}

function findLowest(steps: readonly StepScore[], neutral: NeutralTreatment): number {
  const values = steps.map((score) => getCorrectProbability(score, neutral))
  return values.reduce((lowest, value, step) => (value < values[lowest]! ? step : lowest), 0)
}

function computeEntropy(score: StepScore): number {
  const shares = typeof score === 'number' ? [score, 1 - score] : score
  return -shares.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0)
}
