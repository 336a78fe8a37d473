import { makeDistances, measureAlpha } from './alpha'
import { measureObservedAgreement, measureFleissKappa, measureGwetAc } from './chance-corrected'
import { countUnitSums, readUnitSums } from './unit-sums'
import { makeWeights, type SquareMatrix } from './weights'

const ratings = [-1, 0, 1]
export const ratingKindCount = ratings.length
export const stepColumnCount = countUnitSums(ratingKindCount)

const identity = makeWeights('identity', ratings)
const ordinal = makeWeights('ordinal', ratings)
const nominalDistances = makeDistances('nominal', ratings)
const ordinalDistances = makeDistances('ordinal', ratings)
const errorDistances = makeDistances('nominal', [0, 1])

/** Measures over steps with at least two ratings, in the order of their names in the report. */
export function measureSteps(sums: Float64Array, offset: number): (number | null)[] {
  const units = readUnitSums(sums, offset, ratingKindCount)
  if (units.paired === 0) return Array.from({ length: 6 }, () => null)
  return [
    measureAlpha(mergeRest(units.coincidences), errorDistances),
    measureAlpha(units.coincidences, nominalDistances),
    measureAlpha(units.coincidences, ordinalDistances),
    measureFleissKappa(units, identity),
    measureGwetAc(units, identity),
    measureGwetAc(units, ordinal),
  ]
}

/** Steps with at least two ratings, and the sum of their shares of pairs with the same rating. */
export function countStepAgreement(
  sums: Float64Array,
  offset: number,
): { steps: number; same: number } {
  const units = readUnitSums(sums, offset, ratingKindCount)
  const share = measureObservedAgreement(units, identity)
  return { steps: units.paired, same: (share ?? 0) * units.paired }
}

/** Negative against the rest. Merging categories does not change which ratings coincide. */
function mergeRest(coincidences: SquareMatrix): number[] {
  const merged = [0, 0, 0, 0]
  for (let k = 0; k < ratingKindCount; k++)
    for (let l = 0; l < ratingKindCount; l++)
      merged[Math.min(k, 1) * 2 + Math.min(l, 1)]! += coincidences[k * ratingKindCount + l]!
  return merged
}
