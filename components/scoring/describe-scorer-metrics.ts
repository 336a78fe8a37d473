import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatRoundedPercent } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import {
  describeAucShortage,
  describeErrorShortage,
  describeHeldOutRatings,
  findAucShortage,
  metricGroupNames,
  type ScorerMetrics,
} from '@/lib/scoring/held-out-metrics'

/** A metric of the scorer and of the baselines. */
type BaselineComparison = NonNullable<ScorerMetrics['stepAuc']>

export const formatAuc = (value: number) => value.toFixed(2)

/** The metrics of a version, in sentences. */
export function describeScorerMetrics(metrics: ScorerMetrics): string[] {
  if (metrics.heldOutSteps === 0)
    return [
      'Not enough labelled problems to hold any out, so quality is unknown. Label more problems.',
    ]
  return [
    `Measured on ${describeHeldOutRatings(metrics)}.`,
    describeAuc(metrics),
    describeFirstErrorHit(metrics),
    ...warnOfWeakGroups(metrics),
  ]
}

/** `Only 5 of the 13 subjects have held-out problems; the other 8 are not measured.` Null if none is measured, or all are listed. */
export function describeUnmeasuredGroups(
  { groupCounts, groups }: Pick<ScorerMetrics, 'groupCounts' | 'groups'>,
  kind: keyof typeof metricGroupNames,
): string | null {
  const groupCount = groupCounts.find((entry) => entry.kind === kind)
  if (!groupCount || groupCount.heldOut === 0) return null
  const listedCount = groups.filter((group) => group.kind === kind).length
  const groupName = kind === 'source' ? 'labelled file' : metricGroupNames[kind]
  const sentences = []
  const unmeasuredCount = groupCount.labelled - groupCount.heldOut
  if (unmeasuredCount > 0)
    sentences.push(
      `Only ${formatCount(groupCount.heldOut)} of the ${formatQuantity(groupCount.labelled, groupName)} ${groupCount.heldOut === 1 ? 'has' : 'have'} held-out problems; the other${unmeasuredCount === 1 ? ' is' : ` ${formatCount(unmeasuredCount)} are`} not measured.`,
    )
  if (listedCount > 0 && listedCount < groupCount.heldOut)
    sentences.push(`The ${listedCount} with the most held-out annotations are listed.`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

const maxWeakGroupNames = 5

/**
 * Names the files and subjects with enough steps where step position alone ranks steps as well as the scorer, those with
 * the most held-out annotations first.
 */
function warnOfWeakGroups({ groups }: ScorerMetrics): string[] {
  const weakGroups = groups
    .filter(
      ({ stepAuc, ...group }) =>
        group.heldOutSteps >= minComparedSteps &&
        findAucShortage(group) === null &&
        stepAuc !== null &&
        stepAuc.model <= stepAuc.positionOnly,
    )
    .toSorted((a, b) => b.heldOutAnnotations - a.heldOutAnnotations)
  if (weakGroups.length === 0) return []
  const names = weakGroups
    .slice(0, maxWeakGroupNames)
    .map(({ kind, name }) => `${metricGroupNames[kind]} ${name}`)
  const remaining = weakGroups.length - names.length
  const moreText = remaining > 0 ? ` and ${remaining} more` : ''
  return [`Not better than step position alone on: ${names.join(', ')}${moreText}.`]
}

function describeAuc({ stepAuc: auc, ...metrics }: ScorerMetrics): string {
  const { heldOutSteps } = metrics
  const shortage = describeAucShortage(metrics)
  if (shortage !== null) return `Too few held-out ratings to measure AUC: ${shortage}.`
  if (auc === null) return 'All held-out ratings are the same, so AUC is undefined.'
  return `It scores a correct step above a wrong one ${formatRoundedPercent(auc.model)} of the time (${formatRoundedPercent(auc.positionOnly)} by step position alone, ${formatRoundedPercent(auc.random)} at random). ${compareWithPosition(auc, heldOutSteps)}`
}

function describeFirstErrorHit(metrics: ScorerMetrics): string {
  const { firstErrorHit: hit } = metrics
  if (hit === null) return 'No held-out annotation has an error.'
  if (describeErrorShortage(metrics) !== null)
    return 'Too few held-out annotations have an error, so it’s unknown how often it finds the first one.'
  return `It finds the first error in ${formatRoundedPercent(hit.model)} of annotations with one (${formatRoundedPercent(hit.positionOnly)} by step position alone, ${formatRoundedPercent(hit.random)} at random).`
}

const minClearAucLead = 0.05
/** With fewer ratings, two AUCs often differ by more than `minClearAucLead` by chance. */
const minComparedSteps = 500

function compareWithPosition({ model, positionOnly }: BaselineComparison, ratings: number): string {
  if (ratings < minComparedSteps)
    return `With ${formatQuantity(ratings, 'rating')}, a comparison with step position is not reliable; ${minComparedSteps} are needed.`
  const aucLead = model - positionOnly
  if (aucLead >= minClearAucLead) return 'Better than step position alone.'
  if (aucLead > 0) return 'Hardly better than step position alone.'
  return 'Not better than step position alone: do not rank by it.'
}

/**
 * Title of the calibration plot. It compares the mean P(correct) with the interval of the share rated correct. Bins have few
 * ratings each, so they only tell whether opposite errors cancel out. Without an interval there is no verdict.
 */
export function formatCalibrationTitle({
  bins,
  shareCorrect,
}: Pick<ScorerMetrics, 'bins' | 'shareCorrect'>): string {
  const ratings = bins.reduce((sum, { steps }) => sum + steps, 0)
  if (ratings < minCountForRate) return 'Too few ratings to measure calibration'
  if (!shareCorrect || shareCorrect.low === null || shareCorrect.high === null)
    return `Calibration (${formatQuantity(ratings, 'rating')})`
  const predictedShare = bins.reduce((sum, bin) => sum + bin.predicted * bin.steps, 0) / ratings
  if (predictedShare > shareCorrect.high) return 'Scores are too high'
  if (predictedShare < shareCorrect.low) return 'Scores are too low'
  const points = listCalibrationPoints(bins).filter(({ hasEnoughRatings }) => hasEnoughRatings)
  const isTooHigh = points.some((point) => point.high !== null && point.predicted > point.high)
  const isTooLow = points.some((point) => point.low !== null && point.predicted < point.low)
  if (isTooHigh && isTooLow) return 'Scores are too high in some bins and too low in others'
  return `No clear deviation (${formatQuantity(ratings, 'rating')})`
}

/** Caption of the calibration plot. */
export function formatCalibrationCaption(metrics: ScorerMetrics): string {
  const { bins, heldOutSteps, calibrationError, logLoss } = metrics
  const parts = [
    `${formatQuantity(heldOutSteps, 'held-out rating')} by P(correct). Diagonal: perfect calibration. Hollow: fewer than ${minCountForRate} ratings`,
  ]
  if (bins.some(({ low }) => low !== null)) parts.push('bars: 95% CI, clustered by problem')
  if (heldOutSteps < minCountForRate) return `${parts.join('; ')}.`
  if (calibrationError !== null)
    parts.push(`calibration error ${calibrationError.toFixed(3)}, 10 bins`)
  if (logLoss !== null) parts.push(`log loss ${logLoss.toFixed(3)} nats per rating`)
  return `${parts.join('; ')}.`
}

export interface CalibrationPoint {
  predicted: number
  observed: number
  ratings: number
  /** Whether there are enough ratings for a rate. */
  hasEnoughRatings: boolean
  /** 95% interval of `observed`; null if unknown. */
  low: number | null
  high: number | null
}

/** Non-empty bins as points. */
export function listCalibrationPoints(bins: ScorerMetrics['bins']): CalibrationPoint[] {
  return bins
    .filter(({ steps }) => steps > 0)
    .map(({ predicted, observed, steps, low, high }) => ({
      predicted,
      observed,
      ratings: steps,
      hasEnoughRatings: steps >= minCountForRate,
      low,
      high,
    }))
}
