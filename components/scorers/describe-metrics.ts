import { fewestForRate } from '@/lib/insights/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { ScorerMetrics } from '@/lib/scoring/contract'

type Triple = NonNullable<ScorerMetrics['stepAuc']>

/** `0.71`, `71 %` are two ways to write a share; this page writes the first for AUC, the second for hits. */
export const writeAuc = (value: number) => value.toFixed(2)

/** `71 %`. */
export const writePercent = (share: number) => `${Math.round(share * 100)} %`

/** What the numbers of a version mean, in sentences. */
export function describeMetrics(metrics: ScorerMetrics): string[] {
  const { heldOutSolutions, heldOutSteps } = metrics
  if (heldOutSteps === 0)
    return [
      'Too little is labelled to hold any problem out, so how well it does is not known. More labels on more problems change that.',
    ]
  return [
    `Measured on ${formatNoun(heldOutSolutions, 'solution')} with ${formatNoun(heldOutSteps, 'rated step')}, of problems that it had not learnt from.`,
    describeAuc(metrics),
    describeHit(metrics),
  ]
}

/** How many solutions a hit is counted over. Older versions do not say: then at most all that were held out. */
export const countWithError = ({ heldOutErrors, heldOutSolutions }: ScorerMetrics): number =>
  heldOutErrors ?? heldOutSolutions

function describeAuc({ stepAuc: auc, heldOutSteps }: ScorerMetrics): string {
  if (heldOutSteps < fewestForRate)
    return 'So few steps cannot say whether it tells right ones from wrong ones.'
  if (auc === null)
    return 'All held-out steps are right, or all are wrong, so it cannot be said whether it tells them apart.'
  return `Of a right and a wrong step it gives the right one the higher score ${countInHundred(auc.model)}; by the place of a step alone it would be ${countInHundred(auc.positionOnly)}, at random ${countInHundred(auc.random)}. ${compare(auc, heldOutSteps)}`
}

function describeHit(metrics: ScorerMetrics): string {
  const { firstErrorHit: hit } = metrics
  if (hit === null) return 'No held-out solution has an error to be found.'
  if (countWithError(metrics) < fewestForRate)
    return 'Too few of these solutions have an error to say how often it points at that.'
  return `In a solution with an error it points at that step in ${writePercent(hit.model)} of cases; by place alone in ${writePercent(hit.positionOnly)}, at random in ${writePercent(hit.random)}.`
}

const countInHundred = (share: number) => {
  const times = Math.round(share * 100)
  return times === 1 ? 'once in a hundred' : `${formatCount(times)} times in a hundred`
}

const clearlyBetter = 0.05
/** Of fewer steps, two AUCs are often farther apart than that by chance alone. */
const fewestCompared = 500

function compare({ model, positionOnly }: Triple, steps: number): string {
  if (steps < fewestCompared)
    return `${formatNoun(fewestCompared, 'step')} would say whether it reads more than the place; so few do not.`
  const ahead = model - positionOnly
  if (ahead >= clearlyBetter) return 'So it reads more than the place.'
  if (ahead > 0) return 'That is hardly more than the place tells.'
  return 'So it tells nothing that the place does not: do not rank by it.'
}

/** Of one of ten: together they are off by chance in one of twenty scorers that are not, as each one's 95 % is alone. */
const z95OfTen = 2.8

/**
 * The title of the calibration plot: what it shows. A bin counts as off where what it promised is outside the interval of
 * what people found, taken wide enough for ten that are looked at together.
 */
export function titleCalibration({ bins }: Pick<ScorerMetrics, 'bins'>): string {
  const points = listPoints(bins, z95OfTen)
  const [steps, over, under] = [
    sumSteps(points),
    sumSteps(points.filter(({ predicted, high }) => predicted > high)),
    sumSteps(points.filter(({ predicted, low }) => predicted < low)),
  ]
  if (steps < fewestForRate)
    return 'Too few steps to say whether its scores can be taken at their word'
  if (over + under === 0)
    return `Its scores say what people find, as far as ${formatCount(steps)} steps can tell`
  if (under === 0) return 'Its scores promise more than people find'
  if (over === 0) return 'Its scores promise less than people find'
  return 'Its scores are too high in some places and too low in others'
}

const sumSteps = (points: readonly CalibrationPoint[]) =>
  points.reduce((sum, { steps }) => sum + steps, 0)

/** What the plot is of, and how sure. */
export function captionCalibration(metrics: ScorerMetrics): string {
  const { heldOutSteps, calibrationError, logLoss } = metrics
  const parts = [
    `${formatNoun(heldOutSteps, 'held-out step')} by P(correct); the diagonal is a perfect promise, and bars show 95 % intervals`,
  ]
  if (heldOutSteps < fewestForRate) return `${parts.join('; ')}.`
  if (calibrationError !== null)
    parts.push(`mean distance from it ${calibrationError.toFixed(3)}, over ten bins`)
  if (logLoss !== null) parts.push(`log loss ${logLoss.toFixed(3)} nats a step`)
  return `${parts.join('; ')}.`
}

export interface CalibrationPoint {
  predicted: number
  observed: number
  steps: number
  /** Wilson interval of `observed`. */
  low: number
  high: number
}

const z95 = 1.959964

/** The bins that hold steps, as points with intervals: of 95 % where nothing else is asked for. */
export function listPoints(bins: ScorerMetrics['bins'], z = z95): CalibrationPoint[] {
  return bins
    .filter(({ steps }) => steps > 0)
    .map(({ predicted, observed, steps }) => ({
      predicted,
      observed,
      steps,
      ...boundShare(observed, steps, z),
    }))
}

/** Wilson's interval of a share of n. */
export function boundShare(share: number, n: number, z = z95): { low: number; high: number } {
  const square = z ** 2
  const centre = (share + square / (2 * n)) / (1 + square / n)
  const half = (z * Math.sqrt((share * (1 - share)) / n + square / (4 * n ** 2))) / (1 + square / n)
  return {
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  }
}
