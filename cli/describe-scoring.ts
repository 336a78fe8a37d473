import { capitalise, formatCount, formatQuantity } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import {
  describeAucShortage,
  describeCalibrationShortage,
  describeErrorShortage,
  describeHeldOutRatings,
  metricGroupNames,
  type HeldOutMetricsSummary,
} from '@/lib/scoring/held-out-metrics'
import { formatScorerVersion } from '@/lib/scoring/score-run-name'
import { describeMissingWorker } from './describe-missing-worker'
import type { ScoreRun, ScorerVersion } from './score-requests'
import { sanitiseForTerminal } from './terminal'

/** `Run 3 of Embedded v2: done. 120 of 120 solutions scored, 20 reused, 1 failed.` */
export function describeScoreRun(run: ScoreRun): string {
  const { number, doneRows, reusedRows, failedRows, allRows } = run
  if (run.kind === 'imported') return describeImported(run)
  const total =
    allRows === null
      ? 'of an unknown number of solutions'
      : `of ${formatQuantity(allRows, 'solution')}`
  const counts = [
    `${formatCount(doneRows)} ${total} scored`,
    ...(reusedRows > 0 ? [`${formatCount(reusedRows)} reused`] : []),
    ...(failedRows > 0 ? [`${formatCount(failedRows)} failed`] : []),
  ]
  const reason = describeMissingWorker(run.waitingFor) ?? run.message
  const message = reason === null ? '' : ` ${sanitiseForTerminal(reason)}`
  return `Run ${number} of ${sanitiseForTerminal(describeRunScorer(run))}: ${run.state}. ${counts.join(', ')}.${message}`
}

/** `Embedded v2`, `Imported (prm-7b step 2000)` */
export const describeRunScorer = ({ scorerName, version, model }: ScoreRun): string =>
  version === null ? `${scorerName} (${model})` : formatScorerVersion(scorerName, version)

/** `Run 3 of Imported (prm-7b step 2000): done. 120 solutions scored.` `score import` adds the line counts. */
function describeImported(run: ScoreRun): string {
  const { number, doneRows, message } = run
  const state = run.state === 'running' ? 'not finished' : run.state
  const reason = message === null ? '' : ` ${sanitiseForTerminal(message)}`
  return `Run ${number} of ${sanitiseForTerminal(describeRunScorer(run))}: ${state}. ${formatQuantity(doneRows, 'solution')} scored.${reason}`
}

/** `version 2: done, 80 solutions, 200 steps` */
export function describeScorerVersion(version: ScorerVersion): string {
  const { state, solutions, steps, message, hasFewLabels } = version
  const trainingData =
    solutions === null || steps === null
      ? []
      : [formatQuantity(solutions, 'solution'), formatQuantity(steps, 'step')]
  const parts = [`version ${version.version}: ${state}`, ...trainingData]
  const trainingDataWarning = state === 'done' && hasFewLabels ? '; little training data' : ''
  return `${parts.join(', ')}${trainingDataWarning}${message === null ? '' : `. ${message}`}`
}

/** Metrics on held-out problems, next to baselines without training; then by file and by subject. */
export function formatScorerMetrics({ metrics }: ScorerVersion): string[] {
  if (metrics === null) return []
  if (metrics.heldOutSteps === 0) return ['  No held-out ratings, so quality is unknown.']
  return [
    `  Measured on ${describeHeldOutRatings(metrics)}.`,
    ...listMetrics(metrics).map(({ name, value }) => `  ${capitalise(name)}: ${value}.`),
    ...metrics.groups.map(describeGroup),
  ]
}

type Metrics = NonNullable<ScorerVersion['metrics']>

/**
 * `  Subject algebra, 96 ratings (30 negative) of 8 held-out problems: step AUC 0.71 (baselines: step position 0.54, random
 * 0.50), first errors found ..., calibration error 0.03.`
 */
function describeGroup(group: Metrics['groups'][number]): string {
  const { kind, name, heldOutSteps } = group
  const source = `${capitalise(metricGroupNames[kind])} ${sanitiseForTerminal(name)}`
  const label = `  ${source}, ${describeHeldOutRatings(group)}`
  if (heldOutSteps < minCountForRate) return `${label}: too few to measure.`
  return `${label}: ${listMetrics(group)
    .map((metric) => `${metric.name} ${metric.value}`)
    .join(', ')}.`
}

/** The metrics that exist. If there are too few data to measure one, its value says how many there are. */
function listMetrics(metrics: HeldOutMetricsSummary): { name: string; value: string }[] {
  const { stepAuc, firstErrorHit, calibrationError } = metrics
  const makeMetric = (name: string, shortage: string | null, value: string) => ({
    name,
    value: shortage === null ? value : `not measured, ${shortage}`,
  })
  const stepAucText = stepAuc === null ? 'undefined' : compareWithBaselines(stepAuc)
  return [
    makeMetric('step AUC', describeAucShortage(metrics), stepAucText),
    firstErrorHit &&
      makeMetric(
        'first errors found',
        describeErrorShortage(metrics),
        compareWithBaselines(firstErrorHit),
      ),
    calibrationError !== null &&
      makeMetric(
        'calibration error',
        describeCalibrationShortage(metrics),
        formatMetric(calibrationError),
      ),
  ].filter((metric) => metric !== null && metric !== false)
}

const formatMetric = (share: number) => share.toFixed(2)

const compareWithBaselines = (metric: NonNullable<Metrics['stepAuc']>) =>
  `${formatMetric(metric.model)} (baselines: step position ${formatMetric(metric.positionOnly)}, random ${formatMetric(metric.random)})`
