import type { Weights } from '@/lib/platform/bootstrap'
import { measureBinaryKappa } from './cohen-kappa'

/** What two annotations of a solution come to is one of five, which take three bits. */
const outcomeBits = 3
export const outcomeCount = 2 ** outcomeBits

/**
 * 0: neither sees an error. 1, 2: only the second does, only the first. 3: both, at different steps. 4: both, at the same.
 *
 * @param first the first error, from 0; -1: none
 */
export function readOutcome(first: number, second: number): number {
  if (first >= 0 && second >= 0) return first === second ? 4 : 3
  return (first < 0 ? 0 : 2) + (second < 0 ? 0 : 1)
}

/**
 * Whether two people can have a kappa on whether there is an error: not where both see one each time, or neither does.
 *
 * @param outcomeBitsSeen the outcomes that they have had, a bit for each
 */
export function canHaveKappa(outcomeBitsSeen: number): boolean {
  const [neither, onlyOne, both] = [
    outcomeBitsSeen & 1,
    outcomeBitsSeen & 0b110,
    outcomeBitsSeen & 0b11000,
  ]
  return onlyOne > 0 || (neither > 0 && both > 0)
}

/** What came out, by group (people, or a week): as often as it did so in a block. Those of a group stand together. */
export interface Outcomes {
  /** First of each group; one more stands for the end. */
  starts: Int32Array
  /** Block and outcome in one number. */
  codes: Uint32Array
  times: Float64Array
}

/** @param keys rising; each is its group's number, `size` times, and what stands for block and outcome */
export function countKeys(keys: Float64Array, groups: number, size: number): Outcomes {
  const starts = new Int32Array(groups + 1)
  const codes = new Uint32Array(keys.length)
  const times = new Float64Array(keys.length)
  let [at, before] = [-1, -1]
  for (const key of keys) {
    if (key !== before) {
      at += 1
      const group = Math.floor(key / size)
      codes[at] = key - group * size
      starts[group + 1] = at + 1
    }
    before = key
    times[at]! += 1
  }
  return { starts, codes: codes.slice(0, at + 1), times: times.slice(0, at + 1) }
}

/**
 * Cohen's kappa on whether there is an error, of each two people on what they share, and its mean weighted by what they
 * share. Those whose kappa is undefined are left out; null where it is so of all.
 *
 * @param exact filled with the share of the same first error, of so many pairs as it is long; NaN: nothing shared
 */
export function measurePairs(
  outcomes: Outcomes,
  weights: Weights,
  exact: Float64Array,
): number | null {
  const outcomeCounts = new Float64Array(outcomeCount)
  let [over, under] = [0, 0]
  for (let pair = 0; pair < outcomes.starts.length - 1; pair++) {
    countOutcomes(outcomes, pair, weights, outcomeCounts)
    const [neither, onlyB, onlyA] = [outcomeCounts[0]!, outcomeCounts[1]!, outcomeCounts[2]!]
    const both = outcomeCounts[3]! + outcomeCounts[4]!
    const shared = neither + onlyB + onlyA + both
    if (pair < exact.length) exact[pair] = (neither + outcomeCounts[4]!) / shared
    const kappa = measureBinaryKappa(neither, onlyB, onlyA, both)
    if (kappa === null) continue
    over += shared * kappa
    under += shared
  }
  return under === 0 ? null : over / under
}

/** Of each week the share of the same first error; NaN where the sample has nothing of it. */
export function measureWeeks(outcomes: Outcomes, weights: Weights, exact: Float64Array): void {
  const outcomeCounts = new Float64Array(outcomeCount)
  for (let week = 0; week < exact.length; week++) {
    countOutcomes(outcomes, week, weights, outcomeCounts)
    const same = outcomeCounts[0]! + outcomeCounts[4]!
    exact[week] = same / (same + outcomeCounts[1]! + outcomeCounts[2]! + outcomeCounts[3]!)
  }
}

/** How often each came out, in a sample of blocks. */
function countOutcomes(
  { starts, codes, times }: Outcomes,
  group: number,
  weights: Weights,
  outcomeCounts: Float64Array,
): void {
  // By hand: it is asked for each two people in each draw.
  for (let outcome = 0; outcome < outcomeCount; outcome++) outcomeCounts[outcome] = 0
  const end = starts[group + 1]!
  for (let i = starts[group]!; i < end; i++) {
    const code = codes[i]!
    outcomeCounts[code & (outcomeCount - 1)]! += times[i]! * weights[code >>> outcomeBits]!
  }
}
