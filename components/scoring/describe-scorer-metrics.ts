import { formatCount, formatQuantity } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { ScorerMetrics } from '@/lib/scoring/contract'

type Triple = NonNullable<ScorerMetrics['stepAuc']>

export const formatAuc = (value: number) => value.toFixed(2)

/** `71%`. */
export const formatRoundedPercent = (share: number) => `${Math.round(share * 100)}%`

/** The metrics of a version, in sentences. */
export function describeScorerMetrics(metrics: ScorerMetrics): string[] {
  const { heldOutAnnotations, heldOutSteps } = metrics
  if (heldOutSteps === 0)
    return [
      'Not enough labelled problems to hold any out, so quality is unknown. Label more problems.',
    ]
  return [
    `Measured on ${formatQuantity(heldOutAnnotations, 'annotation')} with ${formatQuantity(heldOutSteps, 'rated step')} from held-out problems.`,
    describeAuc(metrics),
    describeHit(metrics),
    ...warnOfWeakGroups(metrics),
  ]
}

const maxWeakGroupNames = 5

/**
 * Names the sources and subjects with enough steps where step position alone ranks steps as well as the scorer, those with
 * the most held-out annotations first.
 */
function warnOfWeakGroups({ groups = [] }: ScorerMetrics): string[] {
  const weak = groups
    .filter(
      ({ heldOutSteps, stepAuc }) =>
        heldOutSteps >= minComparedSteps &&
        stepAuc !== null &&
        stepAuc.model <= stepAuc.positionOnly,
    )
    .toSorted((a, b) => b.heldOutAnnotations - a.heldOutAnnotations)
  if (weak.length === 0) return []
  const names = weak.slice(0, maxWeakGroupNames).map(({ kind, name }) => `${kind} ${name}`)
  const remaining = weak.length - names.length
  const more = remaining > 0 ? ` and ${remaining} more` : ''
  return [`Not better than step position alone on: ${names.join(', ')}${more}.`]
}

/** Annotations that the hit rate is computed over. Unknown for old versions: then all held-out ones. */
export const countAnnotationsWithError = ({
  heldOutErrors,
  heldOutAnnotations,
}: Pick<ScorerMetrics, 'heldOutErrors' | 'heldOutAnnotations'>): number =>
  heldOutErrors ?? heldOutAnnotations

function describeAuc({ stepAuc: auc, heldOutSteps }: ScorerMetrics): string {
  if (heldOutSteps < minCountForRate) return 'Too few held-out steps to tell correct from wrong.'
  if (auc === null) return 'All held-out steps have the same rating, so AUC is undefined.'
  return `It scores a correct step above a wrong one ${formatRoundedPercent(auc.model)} of the time (${formatRoundedPercent(auc.positionOnly)} by step position alone, ${formatRoundedPercent(auc.random)} at random). ${compare(auc, heldOutSteps)}`
}

function describeHit(metrics: ScorerMetrics): string {
  const { firstErrorHit: hit } = metrics
  if (hit === null) return 'No held-out annotation has an error.'
  if (countAnnotationsWithError(metrics) < minCountForRate)
    return 'Too few held-out annotations have an error, so it’s unknown how often it finds the first one.'
  return `It finds the first error in ${formatRoundedPercent(hit.model)} of annotations with one (${formatRoundedPercent(hit.positionOnly)} by step position alone, ${formatRoundedPercent(hit.random)} at random).`
}

const clearlyBetter = 0.05
/** With fewer steps, two AUCs often differ by more than that by chance. */
const minComparedSteps = 500

function compare({ model, positionOnly }: Triple, steps: number): string {
  if (steps < minComparedSteps)
    return `With ${formatQuantity(steps, 'step')}, a comparison with step position is not reliable; ${minComparedSteps} are needed.`
  const lead = model - positionOnly
  if (lead >= clearlyBetter) return 'Better than step position alone.'
  if (lead > 0) return 'Hardly better than step position alone.'
  return 'Not better than step position alone: do not rank by it.'
}

/** Bonferroni-corrected for ten bins, so that a calibrated scorer is flagged 5% of the time. */
const z95OfTen = 2.8

/**
 * Title of the calibration plot. A bin is off if its prediction is outside the interval of the observed share, corrected for
 * ten bins.
 */
export function formatCalibrationTitle({ bins }: Pick<ScorerMetrics, 'bins'>): string {
  const points = listCalibrationPoints(bins, z95OfTen)
  const [steps, over, under] = [
    sumSteps(points),
    sumSteps(points.filter(({ predicted, high }) => predicted > high)),
    sumSteps(points.filter(({ predicted, low }) => predicted < low)),
  ]
  if (steps < minCountForRate) return 'Too few steps to measure calibration'
  if (over + under === 0)
    return `Scores match ratings, within the uncertainty of ${formatCount(steps)} steps`
  if (under === 0) return 'Scores are too high'
  if (over === 0) return 'Scores are too low'
  return 'Scores are too high in some bins and too low in others'
}

const sumSteps = (points: readonly CalibrationPoint[]) =>
  points.reduce((sum, { steps }) => sum + steps, 0)

/** Caption of the calibration plot. */
export function formatCalibrationCaption(metrics: ScorerMetrics): string {
  const { heldOutSteps, calibrationError, logLoss } = metrics
  const parts = [
    `${formatQuantity(heldOutSteps, 'held-out step')} by P(correct). Diagonal: perfect calibration. Bars: 95% CI`,
  ]
  if (heldOutSteps < minCountForRate) return `${parts.join('; ')}.`
  if (calibrationError !== null)
    parts.push(`calibration error ${calibrationError.toFixed(3)}, 10 bins`)
  if (logLoss !== null) parts.push(`log loss ${logLoss.toFixed(3)} nats per step`)
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

/** Non-empty bins as points, with 95% intervals by default. */
export function listCalibrationPoints(bins: ScorerMetrics['bins'], z = z95): CalibrationPoint[] {
  return bins
    .filter(({ steps }) => steps > 0)
    .map(({ predicted, observed, steps }) => ({
      predicted,
      observed,
      steps,
      ...computeShareInterval(observed, steps, z),
    }))
}

/** Wilson interval of a share of n. */
export function computeShareInterval(
  share: number,
  n: number,
  z = z95,
): { low: number; high: number } {
  const square = z ** 2
  const centre = (share + square / (2 * n)) / (1 + square / n)
  const half = (z * Math.sqrt((share * (1 - share)) / n + square / (4 * n ** 2))) / (1 + square / n)
  return {
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  }
}
