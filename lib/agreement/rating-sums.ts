import type { SquareMatrix } from './agreement-weights'

/**
 * Sums over units (here: steps) from which alpha, Fleiss' kappa and Gwet's coefficients are computed. All are additive,
 * so that bootstrap samples can add and weight the sums of parts.
 */
export interface RatingSums {
  /** Krippendorff's matrix: the ordered pairs of ratings of each unit, divided by its number of ratings less one. */
  coincidences: SquareMatrix
  /** For each ordered pair of ratings, the sum over units of its share of the unit's pairs. */
  pairShares: SquareMatrix
  /** For each rating, the sum over units of its share. */
  shares: ArrayLike<number>
  /** Units with at least one rating, and with at least two. */
  rated: number
  paired: number
}

/** Length of the sums for this number of categories. */
export const computeRatingSumsLength = (categories: number) => 2 * categories ** 2 + categories + 2

/**
 * Adds a unit to consecutive sums starting at `offset`. A unit with a single rating counts only in `shares` and `rated`.
 * @param counts number of annotators by rating
 */
export function addUnitToSums(sums: Float64Array, offset: number, counts: ArrayLike<number>): void {
  const size = counts.length
  const shares = offset + 2 * size * size
  let raters = 0
  for (let k = 0; k < size; k++) raters += counts[k]!
  if (raters === 0) return
  for (let k = 0; k < size; k++) sums[shares + k]! += counts[k]! / raters
  sums[shares + size]! += 1
  if (raters < 2) return
  sums[shares + size + 1]! += 1
  for (let k = 0; k < size; k++) {
    if (counts[k] === 0) continue
    for (let l = 0; l < size; l++) {
      const pairs = counts[k]! * (counts[l]! - (k === l ? 1 : 0))
      if (pairs === 0) continue
      sums[offset + k * size + l]! += pairs / (raters - 1)
      sums[offset + size * size + k * size + l]! += pairs / (raters * (raters - 1))
    }
  }
}

/** Reads consecutive sums without copying them. */
export function readRatingSums(sums: Float64Array, offset: number, categories: number): RatingSums {
  const square = categories ** 2
  const shares = offset + 2 * square
  return {
    coincidences: sums.subarray(offset, offset + square),
    pairShares: sums.subarray(offset + square, shares),
    shares: sums.subarray(shares, shares + categories),
    rated: sums[shares + categories]!,
    paired: sums[shares + categories + 1]!,
  }
}
