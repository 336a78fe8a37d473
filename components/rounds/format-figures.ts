import { roundPercentages } from '@/lib/platform/round-percentages'

/** `0.94`, `3.1e-5`, `12.50`, `12,345`: a score can be any finite number. */
export function formatScore(score: number): string {
  const magnitude = Math.abs(score)
  if (magnitude !== 0 && magnitude < 0.01) return score.toExponential(1)
  return magnitude < 100
    ? score.toFixed(2)
    : new Intl.NumberFormat('en-GB').format(Math.round(score))
}

/** `1`, `0.020`, `3.1e-5`. */
export function formatSelectionProbability(probability: number): string {
  if (probability === 0 || probability === 1) return String(probability)
  return probability < 0.001 ? probability.toExponential(1) : probability.toFixed(3)
}

/** `70%`. A non-zero share below 1% is `<1%`, never `0%`. */
export const formatShare = (share: number): string =>
  formatPercentage(Math.round(share * 100), share)

const formatPercentage = (percentage: number, share: number) =>
  share > 0 && share < 0.01 ? '<1%' : `${percentage}%`

/** `[33%, 66%, 1%]`: shares of one total, which add up to 100%. A non-zero share below 1% is `<1%`. */
export function formatSharesOfTotal(counts: readonly number[]): string[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return roundPercentages(counts).map((percentage, i) =>
    formatPercentage(percentage, (counts[i] ?? 0) / total),
  )
}

/** Errors per 100 steps: `13.4`. */
export const formatErrorRate = (rate: number) => rate.toFixed(1)

/** `(95% CI 12.4–14.5)`, or an empty string without an interval. */
export function formatInterval({ low, high }: { low: number | null; high: number | null }): string {
  return low === null || high === null
    ? ''
    : `(95% CI ${formatErrorRate(low)}–${formatErrorRate(high)})`
}
