import { computeBetaQuantile, computeStudentTCriticalValue } from './beta-quantile'
import type { ConfidenceInterval } from './bootstrap-intervals'

/** With fewer observations, pages and reports show counts instead of a rate. */
export const minCountForRate = 20

/** Sums of each block (problem): a proportion is the sum of `hits` divided by the sum of `trials`. */
export interface BlockCounts {
  hits: ArrayLike<number>
  trials: ArrayLike<number>
  /** Number of observations, if `trials` are sums of weights. */
  observations?: number
}

/**
 * A proportion with its 95% interval by Korn and Graubard: Clopper and Pearson's exact interval for the effective sample
 * size, which is smaller if observations of one block are alike. A bootstrap has no width where all observations agree, and
 * covers too little near 0 and 1. Null without trials. Without an interval if only one block has trials. Source: Korn and
 * Graubard (1998), Survey Methodology 24(2). docs/agreement.md#confidence-intervals has its simulated coverage.
 */
export function computeProportionInterval(counts: BlockCounts): ConfidenceInterval | null {
  const { hits, trials } = counts
  let [allHits, allTrials, blocks] = [0, 0, 0]
  for (let block = 0; block < trials.length; block++) {
    allHits += hits[block]!
    allTrials += trials[block]!
    if (trials[block]! > 0) blocks += 1
  }
  if (allTrials === 0) return null
  const value = Math.min(1, Math.max(0, allHits / allTrials))
  if (blocks < 2) return { value, low: null, high: null }
  const observations = counts.observations ?? allTrials
  const size = computeEffectiveSize(counts, { value, allTrials, blocks, observations })
  const effectiveHits = value * size
  return {
    value,
    low: value === 0 ? 0 : computeBetaQuantile(0.025, effectiveHits, size - effectiveHits + 1),
    high: value === 1 ? 1 : computeBetaQuantile(0.975, effectiveHits + 1, size - effectiveHits),
  }
}

interface Sums {
  value: number
  allTrials: number
  /** Blocks with trials. */
  blocks: number
  observations: number
}

/** The size of a sample without blocks that would be as precise; at most the number of observations. */
function computeEffectiveSize(
  { hits, trials }: BlockCounts,
  { value, allTrials, blocks, observations }: Sums,
): number {
  let squares = 0
  for (let block = 0; block < trials.length; block++)
    squares += (hits[block]! - value * trials[block]!) ** 2
  const variance = ((blocks / (blocks - 1)) * squares) / allTrials ** 2
  if (value === 0 || value === 1 || variance === 0) return observations
  const correction =
    computeStudentTCriticalValue(observations - 1) / computeStudentTCriticalValue(blocks - 1)
  return Math.min(observations, ((value * (1 - value)) / variance) * correction ** 2)
}
