import { learnErrorRateByPosition } from './learn-error-rate-by-position'
import type { HeldOutPrediction } from './measure-scorer'
import { scoreSteps } from './score-steps'
import type { TrainingExample, ScorerModel } from './scorer-model'
import type { TrainingRows } from './training-rows'

export interface HeldOutInput {
  /** Of the sampled examples; the others are ignored. */
  rows: Pick<TrainingRows, 'count' | 'solutions'>
  examples: readonly TrainingExample[]
  /** By the index of the example. */
  isHeldOut: (solution: number) => boolean
}

/**
 * Scores the sampled held-out examples with a model that was not trained on them.
 * @param onExample called with the number of newly scored steps; return false to stop
 * @returns null if stopped
 */
export function scoreHeldOutExamples(
  model: ScorerModel,
  { rows, examples, isHeldOut }: HeldOutInput,
  onExample: (steps: number) => boolean,
): HeldOutPrediction[] | null {
  const sampledSolutions = [...new Set(rows.solutions.subarray(0, rows.count))]
  const training = sampledSolutions.filter((solution) => !isHeldOut(solution))
  const estimateErrorRate = learnErrorRateByPosition(
    training.map((solution) => examples[solution]!.ratings),
  )
  const scoredHeldOutSolutions: HeldOutPrediction[] = []
  for (const solution of sampledSolutions) {
    if (!isHeldOut(solution)) continue
    const example = examples[solution]!
    scoredHeldOutSolutions.push(predictHeldOutExample(model, estimateErrorRate, example))
    if (!onExample(example.ratings.length)) return null
  }
  return scoredHeldOutSolutions
}

/** Predictions of the model, and of the step number alone, for a solution that neither was trained on. */
export function predictHeldOutExample(
  model: ScorerModel,
  estimateErrorRate: (position: number) => number,
  example: TrainingExample,
): HeldOutPrediction {
  return {
    problemId: example.problemId,
    ratings: example.ratings,
    negative: scoreSteps(model, example).steps.map(([negative]) => negative),
    byPosition: example.steps.map((_, position) => estimateErrorRate(position)),
    source: example.source,
    subject: example.subject,
  }
}
