import type { ResampleCounts } from '@/lib/platform/bootstrap-intervals'
import { computeBinaryKappa } from './cohen-kappa'

/** Two annotations of a solution have one of five outcomes, which fit into three bits. */
const outcomeBits = 3
export const pairOutcomeCodeCount = 2 ** outcomeBits

/**
 * 0: neither finds an error; 1: only the second; 2: only the first; 3: both, at different steps; 4: both, at the same
 * step.
 * @param first the first error, 0-based; null: none
 */
export function encodePairOutcome(first: number | null, second: number | null): number {
  if (first !== null && second !== null) return first === second ? 4 : 3
  return (first === null ? 0 : 2) + (second === null ? 0 : 1)
}

/**
 * Whether a pair can have a kappa on whether there is an error. It has none if both always find one, or if neither ever
 * does.
 * @param outcomeBitSet the outcomes that the pair has, one bit for each
 */
export function canPairHaveKappa(outcomeBitSet: number): boolean {
  const [neither, onlyOne, both] = [
    outcomeBitSet & 1,
    outcomeBitSet & 0b110,
    outcomeBitSet & 0b11000,
  ]
  return onlyOne > 0 || (neither > 0 && both > 0)
}

/** Counts of outcomes by group (pair or week) and block. Those of a group are adjacent. */
export interface PairOutcomeCounts {
  /** The first index of each group, and one more for the end. */
  starts: Int32Array
  /** Block and outcome in one number. */
  codes: Uint32Array
  counts: Float64Array
}

/** @param keys ascending; each is `size` times the group's number plus the number for block and outcome */
export function countPairOutcomesByGroup(
  keys: Float64Array,
  groups: number,
  size: number,
): PairOutcomeCounts {
  const starts = new Int32Array(groups + 1)
  const codes = new Uint32Array(keys.length)
  const counts = new Float64Array(keys.length)
  let [offset, before] = [-1, -1]
  for (const key of keys) {
    if (key !== before) {
      offset += 1
      const group = Math.floor(key / size)
      codes[offset] = key - group * size
      starts[group + 1] = offset + 1
    }
    before = key
    counts[offset]! += 1
  }
  return { starts, codes: codes.slice(0, offset + 1), counts: counts.slice(0, offset + 1) }
}

/** How many solutions have an error according to neither annotator of a pair, only one, or both. */
function readErrorCounts(outcomeCounts: Float64Array) {
  const [neither, onlySecond, onlyFirst] = [outcomeCounts[0]!, outcomeCounts[1]!, outcomeCounts[2]!]
  const both = outcomeCounts[3]! + outcomeCounts[4]!
  return {
    neither,
    onlySecond,
    onlyFirst,
    both,
    sharedCount: neither + onlySecond + onlyFirst + both,
  }
}

/**
 * The mean over pairs of Cohen's kappa on whether there is an error, weighted by shared solutions. Leaves out undefined
 * kappas; null if all are undefined.
 */
export function computeMeanPairKappa(
  outcomes: PairOutcomeCounts,
  weights: ResampleCounts,
): number | null {
  const outcomeCounts = new Float64Array(pairOutcomeCodeCount)
  let [numerator, denominator] = [0, 0]
  for (let pair = 0; pair < outcomes.starts.length - 1; pair++) {
    countOutcomes(outcomes, pair, weights, outcomeCounts)
    const { neither, onlySecond, onlyFirst, both, sharedCount } = readErrorCounts(outcomeCounts)
    const kappa = computeBinaryKappa(neither, onlySecond, onlyFirst, both)
    if (kappa === null) continue
    numerator += sharedCount * kappa
    denominator += sharedCount
  }
  return denominator === 0 ? null : numerator / denominator
}

/**
 * The disagreement on whether there is an error that is expected by chance: the harmonic mean over the pairs of
 * `computeMeanPairKappa`, because each kappa is 1 minus observed divided by expected disagreement.
 */
export function computeExpectedPairDisagreement(
  outcomes: PairOutcomeCounts,
  blockCount: number,
): number {
  const outcomeCounts = new Float64Array(pairOutcomeCodeCount)
  const weights = new Uint16Array(blockCount).fill(1)
  let [numerator, denominator] = [0, 0]
  for (let pair = 0; pair < outcomes.starts.length - 1; pair++) {
    countOutcomes(outcomes, pair, weights, outcomeCounts)
    const { neither, onlySecond, onlyFirst, both, sharedCount } = readErrorCounts(outcomeCounts)
    const expectedDisagreement =
      (both + onlyFirst) * (neither + onlyFirst) + (neither + onlySecond) * (both + onlySecond)
    if (expectedDisagreement === 0) continue
    numerator += sharedCount
    denominator += sharedCount ** 3 / expectedDisagreement
  }
  return denominator === 0 ? 0 : numerator / denominator
}

/** How often the annotations of pairs agree on whether there is an error, by block. */
export function countErrorPresenceAgreement(
  { codes, counts }: PairOutcomeCounts,
  blockCount: number,
) {
  const hits = new Float64Array(blockCount)
  const trials = new Float64Array(blockCount)
  for (const [i, code] of codes.entries()) {
    const [outcome, block] = [code & (pairOutcomeCodeCount - 1), code >>> outcomeBits]
    trials[block]! += counts[i]!
    if (outcome !== 1 && outcome !== 2) hits[block]! += counts[i]!
  }
  return { hits, trials }
}

/** How often the annotations of a group have the same first error, by block. */
export function countExactFirstErrorAgreement(
  { starts, codes, counts }: PairOutcomeCounts,
  group: number,
  blockCount: number,
): { hits: Float64Array; trials: Float64Array } {
  const hits = new Float64Array(blockCount)
  const trials = new Float64Array(blockCount)
  for (let i = starts[group]!; i < starts[group + 1]!; i++) {
    const [outcome, block] = [codes[i]! & (pairOutcomeCodeCount - 1), codes[i]! >>> outcomeBits]
    trials[block]! += counts[i]!
    if (outcome === 0 || outcome === 4) hits[block]! += counts[i]!
  }
  return { hits, trials }
}

/** Counts of each outcome in a sample of blocks. */
function countOutcomes(
  { starts, codes, counts }: PairOutcomeCounts,
  group: number,
  weights: ResampleCounts,
  outcomeCounts: Float64Array,
): void {
  // Written out by hand, because each bootstrap sample calls it for each pair.
  for (let outcome = 0; outcome < pairOutcomeCodeCount; outcome++) outcomeCounts[outcome] = 0
  const end = starts[group + 1]!
  for (let i = starts[group]!; i < end; i++) {
    const code = codes[i]!
    outcomeCounts[code & (pairOutcomeCodeCount - 1)]! += counts[i]! * weights[code >>> outcomeBits]!
  }
}
