import { hashName, mixHash } from './characters'
import { Featuriser, maxFeatures, type StepFeatures } from './featurise'
import { countStepsUpToFirstError } from './learn-error-rate-by-position'
import type { TrainingExample } from './scorer-model'

/** The rated steps of the sampled examples as features, row by row. */
export interface TrainingRows {
  count: number
  /**
   * Of row i: features starts[i] to starts[i + 1], of which the first plainCounts[i] are plain, and those after
   * them up to wordEnds[i] are words.
   */
  indices: Int32Array
  starts: Int32Array
  plainCounts: Int32Array
  wordEnds: Int32Array
  wordWeights: Float32Array
  ratings: Int8Array
  /** The 0-based number of the step. */
  positions: Int32Array
  /** The index of the example. */
  solutions: Int32Array
  /** By example. */
  problemHashes: Int32Array
}

/** More rated steps would fill the memory and add little, so solutions are sampled, always the same ones. */
export const maxRatedSteps = 300_000

/**
 * Describes the rated steps of all examples, or of a sample with about the maximum number of steps.
 * @param onExample called with the number of newly described steps; return false to stop
 * @returns null if stopped
 */
export function featuriseExamples(
  examples: readonly TrainingExample[],
  onExample: (steps: number) => boolean,
): TrainingRows | null {
  const total = examples.reduce((sum, { ratings }) => sum + ratings.length, 0)
  const share = Math.min(1, maxRatedSteps / Math.max(1, total))
  const featuriser = new Featuriser()
  const rows = makeRows(total, examples)
  for (const [solution, example] of examples.entries()) {
    if (!isSampled(rows.problemHashes[solution]!, solution, share)) continue
    featuriser.startSolution(example.problem)
    const end = Math.min(example.steps.length, countStepsUpToFirstError(example.ratings))
    for (let step = 0; step < end; step++) {
      const features = featuriser.describeStep(example.steps[step]!)
      const rating = example.ratings[step]!
      if (rating !== null) pushRow(rows, features, rating, step, solution)
    }
    if (!onExample(end)) return null
  }
  return rows
}

const isSampled = (problemHash: number, solution: number, share: number) =>
  share === 1 || (mixHash(problemHash ^ Math.imul(solution, 0x9e3779b1)) >>> 0) / 2 ** 32 < share

function makeRows(maxCount: number, examples: readonly TrainingExample[]): TrainingRows {
  return {
    count: 0,
    indices: new Int32Array(Math.max(maxFeatures, Math.min(maxCount, maxRatedSteps) * 64)),
    starts: new Int32Array(maxCount + 1),
    plainCounts: new Int32Array(maxCount),
    wordEnds: new Int32Array(maxCount),
    wordWeights: new Float32Array(maxCount),
    ratings: new Int8Array(maxCount),
    positions: new Int32Array(maxCount),
    solutions: new Int32Array(maxCount),
    problemHashes: Int32Array.from(examples, ({ problemId }) =>
      hashName(problemId, 0, problemId.length),
    ),
  }
}

function pushRow(
  rows: TrainingRows,
  features: StepFeatures,
  rating: -1 | 0 | 1,
  step: number,
  solution: number,
): void {
  const start = rows.starts[rows.count]!
  if (start + features.count > rows.indices.length) {
    const larger = new Int32Array(rows.indices.length * 2)
    larger.set(rows.indices)
    rows.indices = larger
  }
  rows.indices.set(features.indices.subarray(0, features.count), start)
  rows.starts[rows.count + 1] = start + features.count
  rows.plainCounts[rows.count] = features.plain
  rows.wordEnds[rows.count] = features.wordsEnd
  rows.wordWeights[rows.count] = features.wordWeight
  rows.ratings[rows.count] = rating
  rows.positions[rows.count] = step
  rows.solutions[rows.count] = solution
  rows.count++
}
