export const agreementWeightKinds = ['identity', 'linear', 'quadratic', 'ordinal'] as const
export type AgreementWeightKind = (typeof agreementWeightKinds)[number]

/** q x q numbers, row by row. */
export type SquareMatrix = ArrayLike<number>

/**
 * Agreement weights: 1 for equal ratings, 0 for the most distant ones.
 * @param values of the categories, ascending
 * Source: Gwet, Handbook of Inter-Rater Reliability (2014), computed like irrCAC. `ordinal` uses only ranks.
 */
export function makeAgreementWeights(
  kind: AgreementWeightKind,
  values: readonly number[],
): Float64Array {
  const size = values.length
  const range = values.at(-1)! - values[0]!
  const weights = new Float64Array(size * size)
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++)
      weights[k * size + l] = k === l ? 1 : 1 - computeLoss(kind, k, l, values, range)
  return weights
}

function computeLoss(
  kind: AgreementWeightKind,
  k: number,
  l: number,
  values: readonly number[],
  range: number,
): number {
  const distance = Math.abs(values[k]! - values[l]!) / range
  switch (kind) {
    case 'identity':
      return 1
    case 'linear':
      return distance
    case 'quadratic':
      return distance ** 2
    case 'ordinal':
      return countPairs(Math.abs(k - l) + 1) / countPairs(values.length)
  }
}

const countPairs = (ranks: number) => (ranks * (ranks - 1)) / 2
