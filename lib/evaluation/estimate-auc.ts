import {
  computeBootstrapIntervals,
  type ConfidenceInterval,
  type ResampleCounts,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'

/** Binary outcomes sorted by score, ascending. */
export interface OutcomesSortedByScore {
  labels: Uint8Array
  blocks: Uint16Array
  /** Whether the score of an outcome equals that of the previous outcome. */
  isTied: Uint8Array
}

/** Up to this many outcomes, every bootstrap sample is ranked exactly (about a second). */
export const maxExactlyRankedOutcomes = 20_000

/**
 * AUC (ties count half) with its bootstrap interval. Above `maxRankedOutcomes` outcomes, the interval uses the linear part
 * of the statistic, as DeLong and Obuchowski do. An AUC of 0 or 1 has an exact interval. Null if all outcomes are equal.
 */
export function estimateAuc(
  ranked: OutcomesSortedByScore,
  blocks: number,
  maxRankedOutcomes = maxExactlyRankedOutcomes,
): ConfidenceInterval | null {
  const interval = bootstrapAuc(ranked, blocks, maxRankedOutcomes)
  return interval?.value === 0 || interval?.value === 1
    ? computeExactInterval(interval.value, countIndependentPairs(ranked))
    : interval
}

/** Clopper and Pearson's interval if all pairs are in order, or none is: the bootstrap interval would have no width. */
const computeExactInterval = (auc: 0 | 1, pairs: number) =>
  computeProportionInterval({
    hits: Array<number>(pairs).fill(auc),
    trials: Array<number>(pairs).fill(1),
  })

/** Pairs of a positive and a negative outcome of which no two share a block. */
function countIndependentPairs({ labels, blocks }: OutcomesSortedByScore): number {
  const countBlocksWith = (label: number) =>
    new Set(blocks.filter((_, index) => labels[index] === label)).size
  return Math.min(countBlocksWith(0), countBlocksWith(1))
}

function bootstrapAuc(
  ranked: OutcomesSortedByScore,
  blocks: number,
  maxRankedOutcomes: number,
): ConfidenceInterval | null {
  if (ranked.labels.length <= maxRankedOutcomes)
    return computeBootstrapIntervals(blocks, (weights) => [computeAuc(ranked, weights)])[0] ?? null
  const value = computeAuc(ranked, new Uint16Array(blocks).fill(1))
  if (value === null) return null
  const shifts = sumShifts(ranked, blocks, value)
  const [interval] = computeBootstrapIntervals(blocks, (weights) => [
    shifts.reduce((sum, shift, block) => sum + weights[block]! * shift, value),
  ])
  return interval ? { ...interval, value } : null
}

/** One pass: each positive counts the negatives below it, and half of those tied with it. */
function computeAuc(
  { labels, blocks, isTied }: OutcomesSortedByScore,
  weights: ResampleCounts,
): number | null {
  let [positives, negatives, wins, tiedPositives, tiedNegatives] = [0, 0, 0, 0, 0]
  const endTie = () => {
    wins += tiedPositives * (negatives + tiedNegatives / 2)
    positives += tiedPositives
    negatives += tiedNegatives
    tiedPositives = 0
    tiedNegatives = 0
  }
  for (let i = 0; i < labels.length; i++) {
    if (isTied[i] === 0) endTie()
    const weight = weights[blocks[i]!]!
    if (labels[i] === 1) tiedPositives += weight
    else tiedNegatives += weight
  }
  endTie()
  return positives === 0 || negatives === 0 ? null : wins / (positives * negatives)
}

/** Influence of each block on the AUC: for each outcome, the share of opposite outcomes it ranks correctly, minus the mean. */
function sumShifts(
  { labels, blocks, isTied }: OutcomesSortedByScore,
  blockCount: number,
  auc: number,
) {
  const shifts = new Float64Array(blockCount)
  const positives = labels.reduce((sum, each) => sum + each, 0)
  const negatives = labels.length - positives
  let [positivesBelow, negativesBelow] = [0, 0]
  for (let start = 0; start < labels.length;) {
    let end = start + 1
    while (end < labels.length && isTied[end] === 1) end++
    let tiedPositives = 0
    for (let i = start; i < end; i++) tiedPositives += labels[i]!
    const tiedNegatives = end - start - tiedPositives
    const shareBelow = (negativesBelow + tiedNegatives / 2) / negatives
    const shareAbove = (positives - positivesBelow - tiedPositives / 2) / positives
    for (let i = start; i < end; i++)
      shifts[blocks[i]!]! +=
        labels[i] === 1 ? (shareBelow - auc) / positives : (shareAbove - auc) / negatives
    positivesBelow += tiedPositives
    negativesBelow += tiedNegatives
    start = end
  }
  return shifts
}
