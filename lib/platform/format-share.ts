import { formatCount } from './format'
import { minCountForRate } from './proportion-interval'

/** `62.4%` */
export const formatPercent = (share: number) => `${(share * 100).toFixed(1)}%`

/** `62%` */
export const formatRoundedPercent = (share: number) => `${Math.round(share * 100)}%`

/** `55% to 69%` */
export const formatPercentRange = ({ low, high }: { low: number; high: number }) =>
  `${formatRoundedPercent(low)} to ${formatRoundedPercent(high)}`

/** `n = 7 (needs 20)`, or of one outcome: `n = 2 negative (needs 20)` */
export const formatSampleShortage = (count: number, outcome: string | null = null) =>
  `n = ${[formatCount(count), outcome].filter(Boolean).join(' ')} (needs ${minCountForRate})`

/** Null if there are enough for a rate. */
export const findSampleShortageText = (count: number) =>
  count < minCountForRate ? formatSampleShortage(count) : null
