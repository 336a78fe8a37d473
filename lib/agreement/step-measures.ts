import { makeAgreementWeights, type SquareMatrix } from './agreement-weights'
import {
  computeObservedAgreement,
  computeFleissKappa,
  computeGwetAc,
} from './chance-corrected-agreement'
import {
  makeKrippendorffDistanceMatrixFunction,
  computeKrippendorffAlpha,
} from './krippendorff-alpha'
import { computeRatingSumsLength, readRatingSums } from './rating-sums'

const ratings = [-1, 0, 1]
export const ratingCategoryCount = ratings.length
export const stepSumCount = computeRatingSumsLength(ratingCategoryCount)

const identity = makeAgreementWeights('identity', ratings)
const ordinal = makeAgreementWeights('ordinal', ratings)
const nominalDistances = makeKrippendorffDistanceMatrixFunction('nominal', ratings)
const ordinalDistances = makeKrippendorffDistanceMatrixFunction('ordinal', ratings)
const errorDistances = makeKrippendorffDistanceMatrixFunction('nominal', [0, 1])

/** Measures over steps with at least two ratings, in the order of their names in the report. */
export function computeStepMeasures(sums: Float64Array, offset: number): (number | null)[] {
  const units = readRatingSums(sums, offset, ratingCategoryCount)
  if (units.paired === 0) return Array.from({ length: 6 }, () => null)
  return [
    computeKrippendorffAlpha(mergeNonNegative(units.coincidences), errorDistances),
    computeKrippendorffAlpha(units.coincidences, nominalDistances),
    computeKrippendorffAlpha(units.coincidences, ordinalDistances),
    computeFleissKappa(units, identity),
    computeGwetAc(units, identity),
    computeGwetAc(units, ordinal),
  ]
}

/** The disagreement that each measure expects by chance, for samples in which all ratings agree, in the order of `computeStepMeasures`. */
export function computeExpectedStepDisagreement(sums: Float64Array, offset: number): number[] {
  const units = readRatingSums(sums, offset, ratingCategoryCount)
  // The weights are in the observed and in the expected disagreement and cancel out, so one value serves all three.
  const nominal = expectDisagreement(units.coincidences)
  const shares = Array.from(units.shares, (share) => share / units.rated)
  const spread = shares.reduce((sum, share) => sum + share * (1 - share), 0)
  const identityOfGwet = 1 - spread / (ratingCategoryCount - 1)
  const ordinalOfGwet =
    1 - (addUp(ordinal) * spread) / (ratingCategoryCount * (ratingCategoryCount - 1))
  return [
    expectDisagreement(mergeNonNegative(units.coincidences)),
    ...[nominal, nominal, nominal],
    ...[identityOfGwet, ordinalOfGwet],
  ]
}

/** The probability that two ratings with these totals differ. */
function expectDisagreement(coincidences: ArrayLike<number>): number {
  const size = Math.sqrt(coincidences.length)
  const totals = Array.from({ length: size }, (_, k) =>
    addUp(Array.from({ length: size }, (_unused, l) => coincidences[k * size + l]!)),
  )
  const ratingCount = addUp(totals)
  return 1 - addUp(totals.map((total) => (total / ratingCount) ** 2))
}

function addUp(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!
  return sum
}

/** Number of steps with at least two ratings, and their shares of agreeing pairs, summed over these steps. */
export function countStepAgreement(
  sums: Float64Array,
  offset: number,
): { steps: number; ratingAgreement: number; errorAgreement: number } {
  const units = readRatingSums(sums, offset, ratingCategoryCount)
  const mergedShares = mergeNonNegative(units.pairShares)
  return {
    steps: units.paired,
    ratingAgreement: (computeObservedAgreement(units, identity) ?? 0) * units.paired,
    /** For negative against the rest. */
    errorAgreement: mergedShares[0]! + mergedShares[3]!,
  }
}

/** Negative against the rest. Merging categories does not change which ratings coincide. */
function mergeNonNegative(coincidences: SquareMatrix): number[] {
  const merged = [0, 0, 0, 0]
  for (let k = 0; k < ratingCategoryCount; k++)
    for (let l = 0; l < ratingCategoryCount; l++)
      merged[Math.min(k, 1) * 2 + Math.min(l, 1)]! += coincidences[k * ratingCategoryCount + l]!
  return merged
}
