import type { SquareMatrix } from './agreement-weights'
import type { RatingSums } from './rating-sums'

/**
 * Fleiss' weighted kappa for any number of raters per unit. Null if undefined: no unit with two ratings, or all ratings
 * are equal.
 * Source: Gwet (2014), computed like irrCAC's fleiss.kappa.
 */
export function computeFleissKappa(sums: RatingSums, weights: SquareMatrix): number | null {
  const size = sums.shares.length
  let byChance = 0
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++)
      byChance += (weights[k * size + l]! * sums.shares[k]! * sums.shares[l]!) / sums.rated ** 2
  return correctForChance(computeObservedAgreement(sums, weights), byChance)
}

/**
 * Gwet's AC1 (identity weights) or AC2. Null if no unit has two ratings. 1 if all ratings are equal, because chance
 * agreement assumes a choice among all categories, including unused ones.
 * Source: Gwet (2014), computed like irrCAC's gwet.ac1.
 */
export function computeGwetAc(sums: RatingSums, weights: SquareMatrix): number | null {
  const size = sums.shares.length
  let [weightSum, spread] = [0, 0]
  for (let i = 0; i < size * size; i++) weightSum += weights[i]!
  for (let k = 0; k < size; k++) {
    const share = sums.shares[k]! / sums.rated
    spread += share * (1 - share)
  }
  return correctForChance(
    computeObservedAgreement(sums, weights),
    (weightSum * spread) / (size * (size - 1)),
  )
}

/** The mean over units of the share of agreeing pairs. Null if no unit has two ratings. */
export function computeObservedAgreement(
  { pairShares, paired }: RatingSums,
  weights: SquareMatrix,
): number | null {
  if (paired === 0) return null
  let agreementSum = 0
  for (let i = 0; i < pairShares.length; i++) agreementSum += weights[i]! * pairShares[i]!
  return agreementSum / paired
}

/** Tolerance for rounding errors in sums of shares. */
const roundingTolerance = 1e-12

function correctForChance(agreed: number | null, byChance: number): number | null {
  if (agreed === null || 1 - byChance < roundingTolerance) return null
  return (agreed - byChance) / (1 - byChance)
}
