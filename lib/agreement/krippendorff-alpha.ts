import type { SquareMatrix } from './agreement-weights'

export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio'

/** Squared distances between categories. They can depend on the frequency of each category. */
export type DistanceMatrixFunction = (totals: ArrayLike<number>) => SquareMatrix

/**
 * Krippendorff's metrics.
 * @param values of the categories, ascending
 * Source: Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).
 */
export function makeKrippendorffDistanceMatrixFunction(
  level: MeasurementLevel,
  values: readonly number[],
): DistanceMatrixFunction {
  const size = values.length
  const fill = (distance: (k: number, l: number) => number) => {
    const distances = new Float64Array(size * size)
    for (let k = 0; k < size; k++)
      for (let l = 0; l < size; l++) if (k !== l) distances[k * size + l] = distance(k, l)
    return distances
  }
  switch (level) {
    case 'nominal':
      return makeConstant(fill(() => 1))
    case 'ordinal':
      return (totals) => fill((k, l) => countBetween(totals, Math.min(k, l), Math.max(k, l)) ** 2)
    case 'interval':
      return makeConstant(fill((k, l) => (values[k]! - values[l]!) ** 2))
    case 'ratio':
      return makeConstant(
        fill((k, l) => ((values[k]! - values[l]!) / (values[k]! + values[l]!)) ** 2),
      )
  }
}

const makeConstant = (distances: SquareMatrix) => () => distances

/** Number of ratings from one rank to the other, counting half of both ends. */
function countBetween(totals: ArrayLike<number>, from: number, to: number): number {
  let count = 0
  for (let k = from; k <= to; k++) count += totals[k]!
  return count - (totals[from]! + totals[to]!) / 2
}

/**
 * Krippendorff's alpha of a coincidence matrix. Null if undefined: no unit with two ratings, or all ratings are equal.
 */
export function computeKrippendorffAlpha(
  coincidences: SquareMatrix,
  getDistances: DistanceMatrixFunction,
): number | null {
  const size = Math.sqrt(coincidences.length)
  const totals = new Float64Array(size)
  let total = 0
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) {
      totals[k]! += coincidences[k * size + l]!
      total += coincidences[k * size + l]!
    }
  const distances = getDistances(totals)
  let [observed, expected] = [0, 0]
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++) {
      const distance = distances[k * size + l]!
      observed += coincidences[k * size + l]! * distance
      expected += totals[k]! * totals[l]! * distance
    }
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected
}
