import { AppError } from '@/lib/platform/errors'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { OperationContinuesError } from './errors'
import { InterruptedError } from './interrupt'
import { pollJobUntilEnded } from './poll'
import { ProgressReporter } from './progress'
import {
  cancelScoreRun,
  cancelTraining,
  type ScoreContext,
  type ScoreRun,
  type ScorerVersion,
  getScoreRun,
  getTraining,
  type Training,
} from './score-requests'
import { printMessage } from './terminal'

type Job = Pick<ScoreRun, 'waitingFor'>

/** A background job of the server. */
interface Work<T extends Job> {
  /** `scoring` */
  what: string
  watch: (context: ScoreContext) => Promise<T>
  cancel: (context: ScoreContext) => Promise<T>
  isRunning: (now: T) => boolean
  describeProgress: (now: T) => { done: number; all: number | null; detail: string }
  /** How to see its progress later. */
  continuesHint: string
  cancelledMessage: string
}

/** Polls until a run has ended and shows its progress. Ctrl-C cancels it. Throws if it failed. */
export async function followScoreRun(
  context: ScoreContext,
  startedRun: ScoreRun,
): Promise<ScoreRun> {
  const { run, number } = startedRun
  const runArguments = `${number} --project ${context.project}`
  const endedRun = await follow<ScoreRun>(context, startedRun, {
    what: 'scoring',
    watch: (with_) => getScoreRun(with_, run),
    cancel: (with_) => cancelScoreRun(with_, run),
    isRunning: ({ state }) => state === 'running',
    describeProgress: ({ doneRows, failedRows, reusedRows, allRows }) => ({
      done: doneRows + failedRows,
      all: allRows,
      detail:
        allRows === null
          ? 'waiting to start'
          : [
              formatQuantity(allRows, 'solution'),
              ...(reusedRows > 0 ? [`${formatCount(reusedRows)} reused`] : []),
              ...(failedRows > 0 ? [`${formatCount(failedRows)} failed`] : []),
            ].join(', '),
    }),
    continuesHint: `The server continues run ${number}. To see its progress: stepmark score show ${runArguments}`,
    cancelledMessage: `Run ${number} was cancelled. Its scores are kept. To continue: stepmark score resume ${runArguments}`,
  })
  if (endedRun.state === 'done') return endedRun
  throw new AppError('conflict', `Run ${number} did not finish. ${endedRun.message ?? ''}`)
}

/** The same for training. */
export async function followTraining(
  context: ScoreContext,
  startedTraining: Training,
): Promise<ScorerVersion> {
  const { version } = startedTraining.version
  const endedVersion = await follow<ScorerVersion>(context, startedTraining.version, {
    what: 'training',
    watch: (with_) => getTraining(with_, startedTraining),
    cancel: (with_) => cancelTraining(with_, startedTraining),
    isRunning: ({ state }) => state === 'running',
    describeProgress: ({ readRows, allRows }) => ({
      done: readRows,
      all: allRows,
      detail: allRows === null ? 'waiting to start' : formatQuantity(allRows, 'rated step'),
    }),
    continuesHint: `The server continues to train version ${version}. To see it: stepmark scorer list --project ${context.project}`,
    cancelledMessage: `The training was cancelled. Only the number of version ${version} stays in use.`,
  })
  if (endedVersion.state === 'done') return endedVersion
  throw new AppError(
    'conflict',
    `Version ${version} was not trained. ${endedVersion.message ?? ''}`,
  )
}

async function follow<T extends Job>(
  context: ScoreContext,
  startedJob: T,
  work: Work<T>,
): Promise<T> {
  try {
    return await watchUntil(context, startedJob, work)
  } catch (error) {
    if (error instanceof AppError) throw new OperationContinuesError(work.continuesHint, error)
    if (!(error instanceof InterruptedError)) throw error
    printMessage(context.terminal, 'Cancelling. Press Ctrl-C again to quit at once.')
    const rest = { ...context, signal: undefined }
    try {
      await work.cancel(rest)
      printMessage(context.terminal, work.cancelledMessage)
    } catch (refusal) {
      // It has ended in the meantime.
      if (refusal instanceof AppError && refusal.code === 'conflict') return work.watch(rest)
      throw refusal
    }
    throw error
  }
}

async function watchUntil<T extends Job>(
  context: ScoreContext,
  startedJob: T,
  work: Work<T>,
): Promise<T> {
  const progress = new ProgressReporter(context.terminal, work.what)
  const format = (count: number) => formatCount(Math.round(count))
  try {
    return await pollJobUntilEnded(startedJob, {
      terminal: context.terminal,
      isRunning: work.isRunning,
      show: (status) => progress.show({ ...work.describeProgress(status), format }),
      read: () => work.watch(context),
      signal: context.signal,
    })
  } finally {
    progress.clear()
  }
}
