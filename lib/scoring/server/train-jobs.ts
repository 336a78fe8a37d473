import type { JobHandlers } from '@/lib/jobs/job'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { JobEndedError, JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { getDatabase } from '@/lib/platform/server/database'
import type { EmbeddedScorerMetrics, HeldOutMetrics } from '@/lib/scoring/embedded/scorer-metrics'
import { featureVersion } from '@/lib/scoring/embedded/scorer-model'
import type { HeldOutMetricsSummary, ScorerMetrics } from '../held-out-metrics'
import { readLabelledSolutions } from './read-labelled-solutions'
import {
  completeTraining,
  findActiveTraining,
  failTraining,
  setTrainingProgress,
  type TrainingAttempt,
} from './scorer-rows.sql'
import { TrainingThread } from './train-in-thread'

const algorithm = `hashed logistic ensemble with arithmetic, ${featureVersion}`

/**
 * Trains the embedded scorer on the project's labels in a separate thread. A training that ends early stores nothing. If the
 * process dies, another starts over with the same result.
 */
export const runTrainJob: JobHandlers['train'] = async (training, signal) => {
  const trainingRow = await findActiveTraining(getDatabase(), training)
  if (trainingRow === null) return undefined
  const progress = { readRows: 0, allRows: null as number | null }
  const thread = new TrainingThread(trainingRow.seed)
  const stop = () => thread.stop()
  signal.addEventListener('abort', stop)
  const watch = new JobProgressWatcher(async () => {
    const isCurrent = await setTrainingProgress(getDatabase(), training, progress)
    if (!isCurrent) thread.stop()
    return isCurrent
  }, signal)
  watch.start()
  try {
    await runTraining(training, thread, watch, progress)
    return undefined
  } catch (error) {
    if (error instanceof JobEndedError) return undefined
    if (signal.aborted || isConnectionUnavailableError(error)) return 'later'
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await watch.stop()
    await thread.close()
  }
}

/** Called when the job of a training has no attempts left. */
export async function failTrainingAfterRetries(training: TrainingAttempt): Promise<void> {
  await failTraining(
    getDatabase(),
    training,
    'The server failed several times while training. Nothing was changed. Train again.',
  )
}

async function runTraining(
  training: TrainingAttempt,
  thread: TrainingThread,
  watch: JobProgressWatcher,
  progress: { readRows: number; allRows: number | null },
): Promise<void> {
  const solutions = new Set<string>()
  let ratedCount = 0
  for await (const { examples, solutionIds } of readLabelledSolutions(training.projectId)) {
    watch.throwIfEnded()
    for (const id of solutionIds) solutions.add(id)
    ratedCount += examples.reduce((sum, { ratings }) => sum + ratings.length, 0)
    thread.add(examples)
  }
  progress.allRows = ratedCount
  const result = await thread.train((share) => {
    progress.readRows = Math.round(share * ratedCount)
  })
  await watch.stop()
  watch.throwIfEnded()
  if (result === null) throw new JobEndedError()
  if (result === 'nothing_rated') {
    const message = 'There are no labels to train on: no submitted annotation has a rated step.'
    return failTraining(getDatabase(), training, message)
  }
  const { weights, steps } = result
  const metrics = toScorerMetrics(result.metrics)
  const version = { algorithm, solutions: solutions.size, steps, metrics, weights }
  await setTrainingProgress(getDatabase(), training, progress)
  if (!(await completeTraining(getDatabase(), training, version))) throw new JobEndedError()
}

/** Metrics as in the contract, for P(correct). The scorer is measured by P(-1). */
export function toScorerMetrics(measured: EmbeddedScorerMetrics): ScorerMetrics {
  const bins = measured.calibration.flatMap(({ from, to, steps, meanPredicted, shareNegative }) => {
    if (meanPredicted === null || shareNegative === null) return []
    const { value: observed, low, high } = invertInterval(shareNegative)
    return [
      { from: 1 - to, to: 1 - from, steps, predicted: 1 - meanPredicted, observed, low, high },
    ]
  })
  return {
    ...summariseMetrics(measured),
    logLoss: measured.logLoss,
    shareCorrect: measured.shareNegative && invertInterval(measured.shareNegative),
    bins: bins.toReversed(),
    groups: measured.groups.map(({ kind, name, metrics }) => ({
      kind,
      name,
      ...summariseMetrics(metrics),
    })),
    groupCounts: measured.groupCounts,
  }
}

/** The share of the opposite outcome. */
const invertInterval = ({ value, low, high }: ConfidenceInterval): ConfidenceInterval => ({
  value: 1 - value,
  low: high === null ? null : 1 - high,
  high: low === null ? null : 1 - low,
})

function summariseMetrics(measured: HeldOutMetrics): HeldOutMetricsSummary {
  const { scorer, positionOnly, random } = measured
  const compareMetric = (metric: 'stepAuc' | 'firstErrorHit') => {
    const [model, position, chance] = [scorer[metric], positionOnly[metric], random[metric]]
    if (model === null || position === null || chance === null) return null
    return { model, positionOnly: position, random: chance }
  }
  return {
    heldOutProblems: measured.heldOutProblems,
    heldOutAnnotations: measured.heldOutAnnotations,
    heldOutSteps: measured.heldOutSteps,
    heldOutErrors: measured.heldOutErrors,
    stepAuc: compareMetric('stepAuc'),
    firstErrorHit: compareMetric('firstErrorHit'),
    calibrationError: measured.calibrationError,
  }
}
