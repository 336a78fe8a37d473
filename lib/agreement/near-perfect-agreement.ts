import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { type BlockCounts, computeProportionInterval } from '@/lib/platform/proportion-interval'

/**
 * If annotators disagree on fewer problems than this, the bootstrap interval is too narrow; if on none, it has no width.
 */
const minDisagreeingBlocks = 10

/**
 * Widens the bootstrap interval of a coefficient if annotators rarely disagree. A coefficient is
 * 1 - (observed disagreement / disagreement expected by chance), so the exact interval of the observed agreement gives
 * another interval. The result contains both.
 *
 * @param agreement agreements (`hits`) of comparisons (`trials`) by problem; `observations` counts solutions, because the
 *   comparisons of one solution are not independent
 * @param expectedDisagreement used if there is no disagreement to scale
 */
export function widenIntervalOfNearPerfectAgreement(
  interval: ConfidenceInterval | null,
  agreement: BlockCounts,
  expectedDisagreement: number,
): ConfidenceInterval | null {
  if (interval === null || interval.low === null || interval.high === null) return interval
  const { value, low, high } = interval
  const exact = computeProportionInterval(agreement)
  if (exact?.low == null || exact.high == null) return interval
  if (countDisagreeingBlocks(agreement) >= minDisagreeingBlocks) return interval
  if (value < 1 - roundingTolerance) {
    const scale = (1 - value) / (1 - exact.value)
    return {
      value,
      low: Math.max(-1, Math.min(low, 1 - (1 - exact.low) * scale)),
      high: Math.max(high, 1 - (1 - exact.high) * scale),
    }
  }
  if (expectedDisagreement <= 0) return { value, low: null, high: null }
  return { value, low: Math.max(-1, 1 - (1 - exact.low) / expectedDisagreement), high: value }
}

/** Tolerance for rounding errors in sums of shares. */
const roundingTolerance = 1e-9

function countDisagreeingBlocks({ hits, trials }: BlockCounts): number {
  let count = 0
  for (let block = 0; block < trials.length; block++)
    if (hits[block]! < trials[block]! - roundingTolerance) count += 1
  return count
}
