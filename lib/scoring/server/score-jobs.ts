import { system } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEndedError, JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { formatQuantity } from '@/lib/platform/format'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { serverSettingsField } from '../server-settings'
import { readScoreStatistics } from './score-rows.sql'
import { loadModel, scoreWithModel } from './score-with-model'
import { scoreByServer, ServerFailedError } from './score-by-server'
import {
  type RunningRun,
  endScoreRun,
  findRunningRun,
  findRunRow,
  isCurrent,
  prepareRun,
  type RunAttempt,
} from './score-run-rows.sql'

const longestRunMs = 12 * 60 * 60 * 1000
const longestCountMs = 10 * 60 * 1000
const waitForConnectionMs = 10_000
/** Below this number of new rows, query plans do not change. */
const manyRows = 10_000

/**
 * Scores what a run has not scored yet. Scores are stored continuously, so that a run that is cancelled, fails or loses its
 * process keeps them and can be resumed. Returns `later` while another process works on the run, and at shutdown.
 */
export const runScoreJob: JobHandlers['score'] = async (run, signal) => {
  const row = await findRunningRun(getDatabase(), run)
  // Imported scores are uploaded, so there is no job.
  if (row === null || row.kind === 'imported') return undefined
  try {
    return await getDatabase().$transaction(
      // This transaction only holds the lock. Rows are stored in others.
      async (lock) => {
        await setTransactionLimits(lock, { idleMs: longestRunMs, totalMs: longestRunMs })
        return (await tryAdvisoryLock(lock, `score/${run.runId}`))
          ? score(run, row, signal)
          : 'later'
      },
      { timeout: longestRunMs, maxWait: waitForConnectionMs },
    )
  } catch (error) {
    if (error instanceof JobEndedError) return undefined
    if (signal.aborted || isConnectionUnavailableError(error)) return 'later'
    if (!(error instanceof AppError || error instanceof ServerFailedError)) throw error
    await failRun(run, error.message)
    return undefined
  }
}

/** Called when the job of a run is not retried. */
export async function giveUpScoreRun(run: RunAttempt): Promise<void> {
  await failRun(run, 'The server failed several times while scoring.')
}

async function failRun(run: RunAttempt, cause: string): Promise<void> {
  const row = await findRunRow(getDatabase(), run)
  const hasScores = row && row.doneRows > 0
  const progress = hasScores
    ? `${formatQuantity(row.doneRows, 'solution')} scored so far.`
    : 'Nothing was scored.'
  const message = `${cause} ${progress} Resume the run once this is fixed.`
  await endScoreRun(getDatabase(), run, 'failed', message)
}

async function score(
  run: RunAttempt,
  runningRow: RunningRun,
  signal: AbortSignal,
): Promise<undefined> {
  const outdated = new AbortController()
  const watch = new JobProgressWatcher(async () => {
    const isWanted = await isCurrent(getDatabase(), run)
    if (!isWanted) outdated.abort(new JobEndedError())
    return isWanted
  }, signal)
  watch.start()
  try {
    const isStarted = await atLength((db) => prepareRun(db, run, runningRow.scope))
    if (!isStarted) throw new JobEndedError()
    await scoreAll(run, runningRow, watch, AbortSignal.any([signal, outdated.signal]))
    const row = await findRunRow(getDatabase(), run)
    if (row && row.doneRows + row.failedRows >= manyRows) await atLength(readScoreStatistics)
    await getDatabase().$transaction((db) => finish(db, run))
    return undefined
  } finally {
    await watch.stop()
  }
}

async function finish(db: Transaction, run: RunAttempt): Promise<void> {
  if (!(await endScoreRun(db, run, 'done', null))) return
  const row = await findRunRow(db, run)
  await appendAuditEntry(db, {
    actor: system,
    project: { id: run.projectId },
    action: 'score.run',
    target: `score-run:${run.runId}`,
    detail: { operation: 'done', scored: row?.doneRows, failed: row?.failedRows },
    requestId: run.runId,
  })
}

async function scoreAll(
  run: RunAttempt,
  { kind, settings, scope, scorerId, version }: RunningRun,
  watch: JobProgressWatcher,
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'server') {
    const read = serverSettingsField.parse(settings)
    await scoreByServer({ run, scope, settings: read, signal })
  } else {
    const model = await loadModel(run.projectId, scorerId, version ?? 0)
    await scoreWithModel(run, scope, model, watch)
  }
}

function atLength<T>(run: (db: Transaction) => Promise<T>): Promise<T> {
  return getTransferDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { statementMs: longestCountMs })
      return run(db)
    },
    { timeout: longestCountMs, maxWait: waitForConnectionMs },
  )
}
