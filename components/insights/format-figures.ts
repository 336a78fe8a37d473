import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatCount, formatInstant } from '@/lib/platform/format'
import type { Evaluation, Interval, ScoreSource } from './evaluation'

/** `62.4%` */
export const formatPercent = (share: number) => `${(share * 100).toFixed(1)}%`

/** `[55.1, 69.0]`, in percent; empty without an interval. */
export const formatPercentBounds = ({ low, high }: Interval) =>
  low === null || high === null ? '' : `[${formatPoint(low)}, ${formatPoint(high)}]`

/** `62.4% [55.1, 69.0]` */
export const formatShare = (interval: Interval) =>
  `${formatPercent(interval.value)} ${formatPercentBounds(interval)}`.trim().replace(/^-/, '−')

/** `−4.0 [−6.0, −2.0]`, in percentage points. */
export const formatPercentagePoints = (interval: Interval) =>
  `${formatPoint(interval.value)} ${formatPercentBounds(interval)}`.trim()

const formatPoint = (share: number) => (share * 100).toFixed(1).replace('-', '−')

/** `[0.78, 0.84]`; empty without an interval. */
export const formatBounds = ({ low, high }: Interval, digits = 2) =>
  low === null || high === null
    ? ''
    : `[${formatNumber(low, digits)}, ${formatNumber(high, digits)}]`

/** `0.81 [0.78, 0.84]` */
export const formatValue = (interval: Interval, digits = 2) =>
  `${formatNumber(interval.value, digits)} ${formatBounds(interval, digits)}`.trim()

const formatNumber = (value: number, digits: number) => value.toFixed(digits).replace('-', '−')

/** `n = 7 (needs 20)` */
export const formatSampleShortage = (count: number) =>
  `n = ${formatCount(count)} (needs ${minCountForRate})`

/** Null if there are enough for a rate. */
export const describeSampleShortage = (count: number) =>
  count < minCountForRate ? formatSampleShortage(count) : null

export const nameRound = (round: number) => (round === 0 ? 'Before round 1' : `Round ${round}`)

/** `imported`, `run 3 (embedded 2)` */
export function nameSource({ run, model }: Pick<ScoreSource, 'run' | 'model'>): string {
  return run === null ? 'imported' : `run ${run} (${model ?? 'unknown model'})`
}

const aggregationLabels = {
  product: 'product of steps',
  minimum: 'lowest step',
  'geometric-mean': 'geometric mean of steps',
  last: 'last step',
} as const

export const aggregationChoices = (['product', 'minimum', 'geometric-mean', 'last'] as const).map(
  (value) => ({ value, label: aggregationLabels[value] }),
)

export const neutralChoices = [
  { value: 'positive', label: 'counts as correct' },
  { value: 'negative', label: 'counts as wrong' },
] as const

/** `Run 3 (embedded 2) · product of steps · neutral counts as correct` */
export function describeOptions({ options, run, model }: Evaluation): string {
  const source = nameSource({ run, model })
  const neutral = neutralChoices.find(({ value }) => value === options.neutral)?.label
  return `${source.charAt(0).toUpperCase()}${source.slice(1)} · ${aggregationLabels[options.aggregation]} · neutral ${neutral}`
}

export const formatFinishedAt = ({ finishedAt, createdAt }: Evaluation) =>
  formatInstant(finishedAt ?? createdAt)
