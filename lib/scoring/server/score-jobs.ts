import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { JobHandlers } from '@/lib/jobs/job'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { JobEndedError, JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { getDatabase, getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { modelServerSettingsField } from '../model-server-settings'
import { analyzeScoreTable } from './score-rows.sql'
import {
  type ActiveScoreRun,
  endScoreRun,
  findActiveScoreRun,
  findScoreRunRow,
  isCurrentScoreRunAttempt,
  deleteScoreFailuresAndRecount,
  type ScoreRunAttempt,
} from './score-run-rows.sql'
import { loadEmbeddedModel, scoreWithEmbeddedModel } from './score-with-embedded-model'
import { scoreWithModelServer, ModelServerFailedError } from './score-with-model-server'

const longestRunMs = 12 * 60 * 60 * 1000
const longestCountMs = 10 * 60 * 1000
const waitForConnectionMs = 10_000
/** Below this number of new rows, query plans do not change. */
const minRowsToAnalyze = 10_000

/**
 * Scores what a run has not scored yet. Scores are stored continuously, so that a run that is cancelled, fails or loses its
 * process keeps them and can be resumed. Returns `later` while another process works on the run, at shutdown, and if no
 * database connection is available.
 */
export const runScoreJob: JobHandlers['score'] = async (run, signal) => {
  const row = await findActiveScoreRun(getDatabase(), run)
  // Imported scores are uploaded, so there is no job.
  if (row === null || row.kind === 'imported') return undefined
  try {
    return await getDatabase().$transaction(
      // This transaction only holds the lock. Rows are stored in others.
      async (lock) => {
        await setTransactionLimits(lock, { idleMs: longestRunMs, totalMs: longestRunMs })
        return (await tryAdvisoryLock(lock, `score/${run.runId}`))
          ? runScoring(run, row, signal)
          : 'later'
      },
      { timeout: longestRunMs, maxWait: waitForConnectionMs },
    )
  } catch (error) {
    if (error instanceof JobEndedError) return undefined
    if (signal.aborted || isConnectionUnavailableError(error)) return 'later'
    if (!(error instanceof AppError || error instanceof ModelServerFailedError)) throw error
    await failRun(run, error.message)
    return undefined
  }
}

/** Called when the job of a run has no attempts left. */
export async function failScoreRunAfterRetries(run: ScoreRunAttempt): Promise<void> {
  await failRun(run, 'The server failed several times while scoring.')
}

async function failRun(run: ScoreRunAttempt, cause: string): Promise<void> {
  const row = await findScoreRunRow(getDatabase(), run)
  const hasScores = row && row.doneRows > 0
  const progress = hasScores
    ? `${formatQuantity(row.doneRows, 'solution')} scored so far.`
    : 'Nothing was scored.'
  const message = `${cause} ${progress} Resume the run once this is fixed.`
  await endScoreRun(getDatabase(), run, 'failed', message)
}

async function runScoring(
  run: ScoreRunAttempt,
  runningRow: ActiveScoreRun,
  signal: AbortSignal,
): Promise<undefined> {
  const outdatedController = new AbortController()
  const watch = new JobProgressWatcher(async () => {
    const isCurrent = await isCurrentScoreRunAttempt(getDatabase(), run)
    if (!isCurrent) outdatedController.abort(new JobEndedError())
    return isCurrent
  }, signal)
  watch.start()
  try {
    const isStarted = await runLongTransaction((db) =>
      deleteScoreFailuresAndRecount(db, run, runningRow.scope),
    )
    if (!isStarted) throw new JobEndedError()
    await scoreAll(run, runningRow, watch, AbortSignal.any([signal, outdatedController.signal]))
    const row = await findScoreRunRow(getDatabase(), run)
    if (row && row.doneRows + row.failedRows >= minRowsToAnalyze)
      await runLongTransaction(analyzeScoreTable)
    await getDatabase().$transaction((db) => finishRun(db, run))
    return undefined
  } finally {
    await watch.stop()
  }
}

async function finishRun(db: Transaction, run: ScoreRunAttempt): Promise<void> {
  if (!(await endScoreRun(db, run, 'done', null))) return
  const row = await findScoreRunRow(db, run)
  await appendAuditEntry(db, {
    actor: systemActor,
    project: { id: run.projectId },
    action: 'score.run',
    target: `score-run:${run.runId}`,
    detail: { operation: 'done', scored: row?.doneRows, failed: row?.failedRows },
    requestId: run.runId,
  })
}

async function scoreAll(
  run: ScoreRunAttempt,
  { kind, settings, scope, scorerId, version }: ActiveScoreRun,
  watch: JobProgressWatcher,
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'server') {
    const parsedSettings = modelServerSettingsField.parse(settings)
    await scoreWithModelServer({ run, scope, settings: parsedSettings, signal })
  } else {
    const model = await loadEmbeddedModel(run.projectId, scorerId, version ?? 0)
    await scoreWithEmbeddedModel(run, scope, model, watch)
  }
}

function runLongTransaction<T>(run: (db: Transaction) => Promise<T>): Promise<T> {
  return getTransferDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { statementMs: longestCountMs })
      return run(db)
    },
    { timeout: longestCountMs, maxWait: waitForConnectionMs },
  )
}
