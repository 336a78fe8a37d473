import type { UnitSums } from './unit-sums'
import type { Square } from './weights'

/**
 * Fleiss' kappa for any number of raters by unit, weighted. Null where it is undefined: no unit with two ratings, or all
 * ratings the same.
 *
 * Source: Gwet (2014), as irrCAC's fleiss.kappa computes it.
 */
export function measureFleissKappa(sums: UnitSums, weights: Square): number | null {
  const size = sums.shares.length
  let byChance = 0
  for (let k = 0; k < size; k++)
    for (let l = 0; l < size; l++)
      byChance += (weights[k * size + l]! * sums.shares[k]! * sums.shares[l]!) / sums.rated ** 2
  return correct(measureAgreed(sums, weights), byChance)
}

/**
 * Gwet's AC1 (identity weights) or AC2. Null where no unit has two ratings. Where all ratings are the same it is 1: it
 * takes chance to choose among all categories, also those that no one gave.
 *
 * Source: Gwet (2014), as irrCAC's gwet.ac1 computes it.
 */
export function measureGwetAc(sums: UnitSums, weights: Square): number | null {
  const size = sums.shares.length
  let [allWeights, spread] = [0, 0]
  for (let i = 0; i < size * size; i++) allWeights += weights[i]!
  for (let k = 0; k < size; k++) {
    const share = sums.shares[k]! / sums.rated
    spread += share * (1 - share)
  }
  return correct(measureAgreed(sums, weights), (allWeights * spread) / (size * (size - 1)))
}

/** The mean over units of the share of its pairs that agree. Null where no unit has two ratings. */
export function measureAgreed({ pairShares, paired }: UnitSums, weights: Square): number | null {
  if (paired === 0) return null
  let agreed = 0
  for (let i = 0; i < pairShares.length; i++) agreed += weights[i]! * pairShares[i]!
  return agreed / paired
}

/** What sums of shares may miss a whole by. */
const rounding = 1e-12

function correct(agreed: number | null, byChance: number): number | null {
  if (agreed === null || 1 - byChance < rounding) return null
  return (agreed - byChance) / (1 - byChance)
}
