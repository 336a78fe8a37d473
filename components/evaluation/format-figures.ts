import { formatInstant } from '@/lib/platform/format'
import { formatPercent } from '@/lib/platform/format-share'
import { formatScoreRun, type ScoreRunScorer } from '@/lib/scoring/score-run-name'
import type { Evaluation, ConfidenceInterval, ScoreSource } from './evaluation'

/** `[55.1, 69.0]`, in percent; empty without an interval. */
export const formatPercentBounds = ({ low, high }: ConfidenceInterval) =>
  low === null || high === null ? '' : `[${formatPoint(low)}, ${formatPoint(high)}]`

/** `62.4% [55.1, 69.0]` */
export const formatPercentInterval = (interval: ConfidenceInterval) =>
  `${formatPercent(interval.value)} ${formatPercentBounds(interval)}`.trim().replace(/^-/, '−')

/** `−4.0 [−6.0, −2.0]`, in percentage points. */
export const formatPercentagePointInterval = (interval: ConfidenceInterval) =>
  `${formatPoint(interval.value)} ${formatPercentBounds(interval)}`.trim()

const formatPoint = (share: number) => (share * 100).toFixed(1).replace('-', '−')

/** `[0.78, 0.84]`; empty without an interval. */
export const formatIntervalBounds = ({ low, high }: ConfidenceInterval, digits = 2) =>
  low === null || high === null
    ? ''
    : `[${formatNumber(low, digits)}, ${formatNumber(high, digits)}]`

/** `0.81 [0.78, 0.84]` */
export const formatValueWithInterval = (interval: ConfidenceInterval, digits = 2) =>
  `${formatNumber(interval.value, digits)} ${formatIntervalBounds(interval, digits)}`.trim()

const formatNumber = (value: number, digits: number) => value.toFixed(digits).replace('-', '−')

export const formatRoundLabel = (round: number) =>
  round === 0 ? 'Before round 1' : `Round ${round}`

/** `imported`, `Run 3 · Embedded v2` */
export function getScoreSourceName({
  run,
  model,
  scorerName,
  kind,
  version,
}: Pick<ScoreSource, 'run' | keyof ScoreRunScorer>): string {
  if (run === null || model === null || scorerName === null || kind === null) return 'imported'
  return formatScoreRun(run, { kind, scorerName, version, model })
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

export const neutralTreatmentChoices = [
  { value: 'positive', label: 'counts as correct' },
  { value: 'negative', label: 'counts as wrong' },
] as const

/** `Run 3 · Embedded v2 · product of steps · neutral counts as correct` */
export function describeEvaluationOptions(evaluation: Evaluation): string {
  const { options } = evaluation
  const source = getScoreSourceName(evaluation)
  const neutral = neutralTreatmentChoices.find(({ value }) => value === options.neutral)?.label
  return `${source.charAt(0).toUpperCase()}${source.slice(1)} · ${aggregationLabels[options.aggregation]} · neutral ${neutral}`
}

export const formatFinishedAt = ({ finishedAt, createdAt }: Evaluation) =>
  formatInstant(finishedAt ?? createdAt)
