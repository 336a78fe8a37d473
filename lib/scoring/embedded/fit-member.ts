import { mixHash } from './characters'
import { plainFeatureValue, sigmoid } from './logistic'
import { featureCount } from './scorer-model'
import type { TrainingRows } from './training-rows'

/** Chosen by log loss on the two labelled sets of the evaluation; nearby values are about as good. */
const learningRate = 0.1
const initialSquares = 0.1
/** With few rows more passes help a little; with many they only take time. */
const passes = { few: 8, many: 3, manyRows: 20_000 }

export const choosePassCount = (rows: number) => (rows < passes.manyRows ? passes.few : passes.many)

export interface MemberState {
  /** Four numbers per feature: weight and sum of squared gradients of "negative", then those of "positive". */
  parameters: Float32Array
  /** Of "negative", of "positive". */
  biases: [number, number]
}

export const makeMemberState = (): MemberState => ({
  parameters: new Float32Array(featureCount * 4),
  biases: [0, 0],
})

/**
 * Fits two logistic regressions with AdaGrad: whether a step is negative, and whether one that is not negative is
 * positive.
 * @param rowIndices the rows to learn from; their order changes
 * @param advance called with the number of rows processed since the last call; return false to stop
 * @returns false if stopped
 */
export function fitMember(
  rows: TrainingRows,
  rowIndices: Int32Array,
  seed: number,
  state: MemberState,
  advance: (processedRows: number) => boolean,
): boolean {
  initialiseState(rows, rowIndices, state)
  const squares: [number, number] = [initialSquares, initialSquares]
  let random = mixHash(seed ^ 0x2545f491)
  for (let pass = choosePassCount(rows.count); pass > 0; pass--) {
    for (let i = rowIndices.length - 1; i > 0; i--) {
      random = (random + 0x6d2b79f5) | 0
      const j = (mixHash(random) >>> 0) % (i + 1)
      const row = rowIndices[i]!
      rowIndices[i] = rowIndices[j]!
      rowIndices[j] = row
    }
    for (let i = 0; i < rowIndices.length; i++) {
      const rating = rows.ratings[rowIndices[i]!]!
      updateOutput(rows, rowIndices[i]!, state, squares, 0, rating < 0 ? 1 : 0)
      if (rating >= 0) updateOutput(rows, rowIndices[i]!, state, squares, 1, rating)
      if ((i & 511) === 511 && !advance(512)) return false
    }
    if (!advance(rowIndices.length & 511)) return false
  }
  return true
}

/** Biases start at the logits of the shares of the ratings, weights at 0. */
function initialiseState(rows: TrainingRows, rowIndices: Int32Array, state: MemberState): void {
  state.parameters.fill(0)
  state.biases = computeBaseLogits(rows, rowIndices)
}

/** The logits of the share of "negative", and of "positive" among those that are not negative. */
export function computeBaseLogits(
  rows: TrainingRows,
  rowIndices: Int32Array,
): [negative: number, positive: number] {
  const counts = [0, 0, 0]
  for (const row of rowIndices) counts[rows.ratings[row]! + 1]! += 1
  const [negative, neutral, positive] = counts as [number, number, number]
  return [
    Math.log((negative + 0.5) / (neutral + positive + 0.5)),
    Math.log((positive + 0.5) / (neutral + 0.5)),
  ]
}

/** One AdaGrad update of one output. */
function updateOutput(
  rows: TrainingRows,
  row: number,
  state: MemberState,
  squares: [number, number],
  output: 0 | 1,
  target: number,
): void {
  const { parameters } = state
  const { indices } = rows
  const offset = output * 2
  const start = rows.starts[row]!
  const middle = start + rows.plainCounts[row]!
  const end = rows.starts[row + 1]!
  const wordWeight = rows.wordWeights[row]!
  const error = sigmoid(computeLogit(rows, row, state, output)) - target
  squares[output] += error * error
  state.biases[output] -= (learningRate * error) / Math.sqrt(squares[output])
  for (let k = start; k < end; k++) {
    const gradient = error * (k < middle ? plainFeatureValue : wordWeight)
    const weight = indices[k]! * 4 + offset
    const sum = parameters[weight + 1]! + gradient * gradient
    parameters[weight + 1] = sum
    const rate = learningRate / Math.sqrt(initialSquares + sum)
    parameters[weight] = parameters[weight]! - rate * gradient
  }
}

export function computeLogit(
  rows: TrainingRows,
  row: number,
  state: MemberState,
  output: 0 | 1,
): number {
  const { parameters } = state
  const { indices } = rows
  const offset = output * 2
  const start = rows.starts[row]!
  const middle = start + rows.plainCounts[row]!
  const end = rows.starts[row + 1]!
  let plainSum = 0
  let wordSum = 0
  for (let k = start; k < middle; k++) plainSum += parameters[indices[k]! * 4 + offset]!
  for (let k = middle; k < end; k++) wordSum += parameters[indices[k]! * 4 + offset]!
  return state.biases[output] + plainSum * plainFeatureValue + wordSum * rows.wordWeights[row]!
}
