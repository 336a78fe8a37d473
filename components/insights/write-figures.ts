import { formatInstant } from '@/lib/platform/format'
import type { Evaluation, Interval, ScoreSource } from './evaluation'

/** `62.4 %` */
export const writePercent = (share: number) => `${(share * 100).toFixed(1)} %`

/** `[55.1, 69.0]`, of a share in per cent; empty where there is too little to say. */
export const writePercentBounds = ({ low, high }: Interval) =>
  low === null || high === null ? '' : `[${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`

/** `62.4 % [55.1, 69.0]` */
export const writeShare = (interval: Interval) =>
  `${writePercent(interval.value)} ${writePercentBounds(interval)}`.trim()

/** `0.81 [0.78, 0.84]` */
export function writeValue({ value, low, high }: Interval, digits = 2): string {
  const bounds =
    low === null || high === null ? '' : ` [${low.toFixed(digits)}, ${high.toFixed(digits)}]`
  return `${value.toFixed(digits)}${bounds}`
}

/** A round, or what stands in its place. */
export const nameRound = (round: number) => (round === 0 ? 'none' : `round ${round}`)

/** Where scores are from: `came with the data`, `run 3, embedded 2`. */
export function nameSource({ run, model }: Pick<ScoreSource, 'run' | 'model'>): string {
  return run === null ? 'came with the data' : `run ${run}, ${model ?? 'unknown'}`
}

const aggregationWords = {
  product: 'product of steps',
  minimum: 'lowest step',
  'geometric-mean': 'geometric mean of steps',
  last: 'last step',
} as const

export const aggregationChoices = (['product', 'minimum', 'geometric-mean', 'last'] as const).map(
  (value) => ({ value, label: aggregationWords[value] }),
)

export const neutralChoices = [
  { value: 'positive', label: 'as right, as in the paper' },
  { value: 'negative', label: 'as wrong' },
] as const

/** What an evaluation is of, for a list and under a title. */
export function describeOptions({ options, run, model }: Evaluation): string {
  const neutral = options.neutral === 'positive' ? 'right' : 'wrong'
  return `scores ${run === null ? 'that ' : 'of '}${nameSource({ run, model })}; ${aggregationWords[options.aggregation]}; neutral counts as ${neutral}`
}

export const writeWhen = ({ finishedAt, createdAt }: Evaluation) =>
  formatInstant(finishedAt ?? createdAt)
