import type { Square } from './weights'

/**
 * What units (here: steps) add up to, and all that alpha, Fleiss' kappa and Gwet's coefficients are computed from. Each
 * number is a sum over units, so that sums of parts can be added, and weighted, to those of a sample.
 */
export interface UnitSums {
  /** Krippendorff's matrix: of each unit the ordered pairs of its ratings, divided by its raters less one. */
  coincidences: Square
  /** Of each unit the share of each ordered pair of ratings among all its pairs. */
  pairShares: Square
  /** Of each unit the share of each rating. */
  shares: ArrayLike<number>
  /** Units with a rating, and those with two at least. */
  rated: number
  paired: number
}

/** Numbers that the sums of so many categories take up. */
export const countUnitSums = (categories: number) => 2 * categories ** 2 + categories + 2

/**
 * Adds a unit to sums that stand one after the other from `at`. A unit with one rating enters the shares alone.
 *
 * @param counts how many people gave each rating
 */
export function addUnit(sums: Float64Array, at: number, counts: ArrayLike<number>): void {
  const size = counts.length
  const shares = at + 2 * size * size
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
      sums[at + k * size + l]! += pairs / (raters - 1)
      sums[at + size * size + k * size + l]! += pairs / (raters * (raters - 1))
    }
  }
}

/** Looks at sums that stand one after the other; copies nothing. */
export function readUnitSums(sums: Float64Array, at: number, categories: number): UnitSums {
  const square = categories ** 2
  const shares = at + 2 * square
  return {
    coincidences: sums.subarray(at, at + square),
    pairShares: sums.subarray(at + square, shares),
    shares: sums.subarray(shares, shares + categories),
    rated: sums[shares + categories]!,
    paired: sums[shares + categories + 1]!,
  }
}
