import { AppError } from '@/lib/platform/errors'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { OperationContinuesError } from './errors'
import { InterruptedError } from './interrupt'
import { makeRowProgressState, pollJobUntilEnded } from './poll'
import type { ProgressState } from './progress'
import {
  cancelScoreRun,
  cancelTraining,
  type ScoreRun,
  type ScorerVersion,
  getScoreRun,
  getScorerVersion,
  type Training,
} from './score-requests'
import type { ProjectConnection } from './server-connection'
import { printMessage } from './terminal'

type WaitingJob = Pick<ScoreRun, 'waitingFor'>

/** A background job of the server. */
interface FollowedJob<T extends WaitingJob> {
  /** `scoring` */
  label: string
  read: (context: ProjectConnection) => Promise<T>
  cancel: (context: ProjectConnection) => Promise<T>
  isRunning: (status: T) => boolean
  describeProgress: (status: T) => ProgressState
  /** How to see its progress later. */
  continuesHint: string
  cancelledMessage: string
}

/** Polls until a run has ended and shows its progress. Ctrl-C cancels it. Throws if it failed. */
export async function followScoreRun(
  context: ProjectConnection,
  startedRun: ScoreRun,
): Promise<ScoreRun> {
  const { run, number } = startedRun
  const runArguments = `${number} --project ${context.project}`
  const endedRun = await followJob<ScoreRun>(context, startedRun, {
    label: 'scoring',
    read: (callContext) => getScoreRun(callContext, run),
    cancel: (callContext) => cancelScoreRun(callContext, run),
    isRunning: ({ state }) => state === 'running',
    describeProgress: ({ doneRows, failedRows, reusedRows, allRows }) =>
      makeRowProgressState(doneRows + failedRows, allRows, (total) =>
        [
          formatQuantity(total, 'solution'),
          ...(reusedRows > 0 ? [`${formatCount(reusedRows)} reused`] : []),
          ...(failedRows > 0 ? [`${formatCount(failedRows)} failed`] : []),
        ].join(', '),
      ),
    continuesHint: `The server continues run ${number}. To see its progress: stepmark score show ${runArguments}`,
    cancelledMessage: `Run ${number} was cancelled. Its scores are kept. To continue: stepmark score resume ${runArguments}`,
  })
  if (endedRun.state === 'done') return endedRun
  throw new AppError('conflict', `Run ${number} did not finish. ${endedRun.message ?? ''}`)
}

/** The same for training. */
export async function followTraining(
  context: ProjectConnection,
  startedTraining: Training,
): Promise<ScorerVersion> {
  const { version } = startedTraining.version
  const endedVersion = await followJob<ScorerVersion>(context, startedTraining.version, {
    label: 'training',
    read: (callContext) => getScorerVersion(callContext, startedTraining),
    cancel: (callContext) => cancelTraining(callContext, startedTraining),
    isRunning: ({ state }) => state === 'running',
    describeProgress: ({ readRows, allRows }) =>
      makeRowProgressState(readRows, allRows, (total) => formatQuantity(total, 'rated step')),
    continuesHint: `The server continues to train version ${version}. To see it: stepmark scorer list --project ${context.project}`,
    cancelledMessage: `The training was cancelled. Only the number of version ${version} stays in use.`,
  })
  if (endedVersion.state === 'done') return endedVersion
  throw new AppError(
    'conflict',
    `Version ${version} was not trained. ${endedVersion.message ?? ''}`,
  )
}

async function followJob<T extends WaitingJob>(
  context: ProjectConnection,
  startedJob: T,
  job: FollowedJob<T>,
): Promise<T> {
  try {
    return await pollJobUntilEnded(startedJob, {
      terminal: context.terminal,
      label: job.label,
      isRunning: job.isRunning,
      describeProgress: job.describeProgress,
      read: () => job.read(context),
      signal: context.signal,
    })
  } catch (error) {
    if (error instanceof AppError) throw new OperationContinuesError(job.continuesHint, error)
    if (!(error instanceof InterruptedError)) throw error
    printMessage(context.terminal, 'Cancelling. Press Ctrl-C again to quit at once.')
    const uninterruptedContext = { ...context, signal: undefined }
    try {
      await job.cancel(uninterruptedContext)
      printMessage(context.terminal, job.cancelledMessage)
    } catch (cancelError) {
      // It has ended in the meantime.
      if (cancelError instanceof AppError && cancelError.code === 'conflict')
        return job.read(uninterruptedContext)
      throw cancelError
    }
    throw error
  }
}
