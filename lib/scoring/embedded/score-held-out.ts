import { learnPositions } from './learn-positions'
import type { HeldOutSolution } from './measure-scorer'
import type { LabelledSolution, ScorerModel } from './scorer-model'
import { scoreSteps } from './score-steps'
import type { TrainingRows } from './training-rows'

export interface HoldOut {
  /** Of the examples that were drawn; the others are not looked at. */
  rows: Pick<TrainingRows, 'count' | 'solutions'>
  examples: readonly LabelledSolution[]
  /** By number of the example. */
  isHeldOut: (solution: number) => boolean
}

/**
 * What a fit says of the examples that were drawn and held out.
 *
 * @param onExample told how many rated steps were scored since; false: stop
 * @returns null where it was stopped
 */
export function scoreHeldOut(
  model: ScorerModel,
  { rows, examples, isHeldOut }: HoldOut,
  onExample: (steps: number) => boolean,
): HeldOutSolution[] | null {
  const sampled = [...new Set(rows.solutions.subarray(0, rows.count))]
  const training = sampled.filter((solution) => !isHeldOut(solution))
  const estimate = learnPositions(training.map((solution) => examples[solution]!.ratings))
  const scored: HeldOutSolution[] = []
  for (const solution of sampled) {
    if (!isHeldOut(solution)) continue
    const example = examples[solution]!
    scored.push(predictHeldOut(model, estimate, example))
    if (!onExample(example.ratings.length)) return null
  }
  return scored
}

/** What a fit, and the step's number alone, say of a solution that neither has seen. */
export function predictHeldOut(
  model: ScorerModel,
  estimate: (position: number) => number,
  example: LabelledSolution,
): HeldOutSolution {
  return {
    problemId: example.problemId,
    ratings: example.ratings,
    negative: scoreSteps(model, example).steps.map(([negative]) => negative),
    byPosition: example.steps.map((_, position) => estimate(position)),
  }
}
