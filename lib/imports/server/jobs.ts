import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { readWholeFile, removeStoredFile } from '@/lib/files/server/stored-files'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import { Prisma } from '@/lib/generated/prisma/client'
import type { JobHandlers } from '@/lib/jobs/job'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { JobEndedError } from '@/lib/jobs/server/job-watch'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { runTransaction, type TransactionContext } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { insertEventDeliveries } from '@/lib/webhooks/server/insert-event-deliveries.sql'
import { maxBatchRequestFileBytes } from '../contract'
import { ErrorReportWriter } from './error-report-writer'
import { importFile } from './import-file'
import { ImportProgressWatcher } from './import-progress-watcher'
import type { ImportRunResult } from './import-report'
import {
  markImportRunStarted,
  type ImportJobData,
  endImportRun,
  markImportFailed,
  type ImportRunKey,
} from './import-rows.sql'
import { analyzeImportTables } from './plan-queries.sql'
import { parseBatchRequestFile } from './read-records'

/** Enough for 8 GiB at 0.4 MiB per second. */
const longestImportMs = 6 * 60 * 60 * 1000
const waitForConnectionMs = 10_000
/** Tables are analysed for one import after the other, because a concurrent ANALYZE would skip locked tables. */
let analysis = Promise.resolve()
const internalErrorMessage =
  'The server failed several times. Nothing was imported. Start the import again, or contact an instance admin.'

interface Run {
  key: ImportRunKey
  watch: ImportProgressWatcher
  report: ErrorReportWriter
  /** Rows that the run added; null unless it is done. */
  added: Pick<ImportRunResult, 'solutions' | 'annotations' | 'queued'> | null
}

/**
 * Reads the file of an import and stores it in one transaction that also marks it as done: data and
 * state never differ, and a killed process leaves nothing. A run of an outdated attempt ends
 * silently. Returns `later` if another import of the project runs, if no connection is available,
 * or if the process shuts down.
 */
export const runImportJob: JobHandlers['import'] = async (key, signal) => {
  const run: Run = {
    key,
    watch: new ImportProgressWatcher(key, signal),
    report: new ErrorReportWriter(key.projectId),
    added: null,
  }
  try {
    const outcome = await runTransaction(
      getTransferDatabase(),
      (transaction) => readAndStore(transaction, run),
      {
        timeout: longestImportMs,
        maxWait: waitForConnectionMs,
        isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
      },
    )
    // Not awaited: another import can start meanwhile.
    const { added } = run
    if (added) analysis = analysis.then(() => gatherStatistics(added))
    return outcome
  } catch (error) {
    await run.watch.stop()
    return await handleError(run, error, signal)
  } finally {
    await run.watch.stop()
  }
}

async function readAndStore(
  transaction: TransactionContext,
  run: Run,
): Promise<undefined | 'later'> {
  const { db, copier } = transaction
  const { key, watch, report } = run
  // Two imports of a project at once would not see each other's ids.
  if (!(await tryAdvisoryLock(db, `import/${key.projectId}`))) return 'later'
  const job = await markImportRunStarted(getDatabase(), key)
  if (job === null) return undefined
  // Many lines with errors cause no statement for a long time.
  await setTransactionLimits(db, { statementMs: longestImportMs, idleMs: longestImportMs })
  await db.$executeRaw`savepoint before_import`
  watch.start()
  const { projectId, importId } = key
  const counts = await importFile(db, copier, {
    importId,
    job,
    report,
    progress: watch,
    file: readWholeFile(transaction, { projectId, fileId: job.fileId }),
    requests: await readRequests(transaction, run, job),
  })
  checkSha256(job, counts)
  const end = decideEnd(job, counts)
  if (end.state !== 'done') await db.$executeRaw`rollback to savepoint before_import`
  const reportFileId = await report.close()
  await watch.stop()
  watch.throwIfEnded()
  if (!(await endImportRun(db, key, { ...end, reportFileId }, counts))) throw new JobEndedError()
  if (end.state === 'done') await completeImport(db, key, job, counts)
  if (end.state !== 'checked') await announceEnd(db, key, end.state, counts)
  if (end.state === 'done') run.added = counts
  return undefined
}

/** Reads all requests into memory, because a line can refer to any of them. */
async function readRequests(
  transaction: TransactionContext,
  { key: { projectId }, watch }: Run,
  { requestsFileId: fileId }: ImportJobData,
): Promise<ReadonlyMap<string, BatchRequestRecord> | null> {
  if (fileId === null) return null
  const storedFile = readWholeFile(transaction, { projectId, fileId })
  const bytes = decompressIfGzip(storedFile)
  const throwIfEnded = () => watch.throwIfEnded()
  return parseBatchRequestFile(bytes, { maxBytes: maxBatchRequestFileBytes, throwIfEnded })
}

/**
 * A file that was changed between two parts of its upload arrives as a mixture that exists nowhere
 * else.
 */
function checkSha256({ options }: ImportJobData, { sha256 }: ImportRunResult): void {
  if (options.sha256 === undefined || options.sha256 === sha256) return
  throw new AppError(
    'conflict',
    'The uploaded file differs from its SHA-256. Nothing was imported. Create a new import and upload the file again.',
  )
}

function decideEnd(
  { options }: ImportJobData,
  { invalidLines, lines }: ImportRunResult,
): { state: 'checked' | 'done' | 'rejected'; message: string | null } {
  if (options.dryRun) return { state: 'checked', message: null }
  if (invalidLines === 0 || (options.onInvalidLines === 'skip' && invalidLines < lines))
    return { state: 'done', message: null }
  return {
    state: 'rejected',
    message: `${invalidLines} of ${lines} lines have errors. Nothing was imported. Fix them and import the file again.`,
  }
}

/** Deletes the uploaded files, which are no longer needed, and adds the audit entry. */
async function completeImport(
  db: Transaction,
  { projectId, importId }: ImportRunKey,
  { userId, fileName, fileId, requestsFileId }: ImportJobData,
  { sha256, lines, solutions, annotations, gold, invalidLines }: ImportRunResult,
): Promise<void> {
  await removeStoredFile(db, { projectId, fileId })
  if (requestsFileId !== null) await removeStoredFile(db, { projectId, fileId: requestsFileId })
  await appendAuditEntry(db, {
    actor: systemActor,
    project: { id: projectId },
    action: 'import.run',
    target: `import:${importId}`,
    detail: {
      operation: 'done',
      fileName,
      sha256,
      lines,
      solutions,
      annotations,
      gold,
      invalidLines,
      by: userId,
    },
    requestId: importId,
  })
}

function announceEnd(
  db: Transaction,
  { projectId, importId }: ImportRunKey,
  state: 'done' | 'rejected',
  {
    lines,
    solutions,
    annotations,
    invalidLines,
  }: Pick<ImportRunResult, 'lines' | 'solutions' | 'annotations' | 'invalidLines'>,
): Promise<void> {
  const counts = { lines, solutions, annotations, invalidLines }
  return insertEventDeliveries(db, projectId, 'import.finished', {
    import: importId,
    state,
    ...counts,
  })
}

/** On a separate connection, after the commit. If it fails, PostgreSQL does it a little later. */
async function gatherStatistics(added: NonNullable<Run['added']>): Promise<void> {
  try {
    await analyzeImportTables(getDatabase(), added)
  } catch (error) {
    logger.info({ error }, 'no statistics were gathered after an import')
  }
}

/**
 * Called after the rollback. Returns `later` at shutdown or without a connection. Records an error that
 * would occur again; throws any other.
 */
async function handleError(
  { key, watch, report }: Run,
  error: unknown,
  signal: AbortSignal,
): Promise<undefined | 'later'> {
  await report.discard().catch((reason: unknown) => {
    logger.warn({ error: reason }, 'the report of an import that ended early is left to be swept')
  })
  if (error instanceof JobEndedError || watch.isSuperseded) return undefined
  if (signal.aborted) return 'later'
  if (isConnectionUnavailableError(error)) {
    logger.info({ error }, 'no connection for an import')
    return 'later'
  }
  if (!(error instanceof AppError)) throw error
  await endAsFailed(key, error.message)
  return undefined
}

/**
 * Marks an import whose job is not retried as failed: after unexpected errors, or processes that
 * died.
 */
export async function failImportAfterRetries(key: ImportRunKey): Promise<void> {
  await endAsFailed(key, internalErrorMessage)
}

async function endAsFailed(key: ImportRunKey, message: string): Promise<void> {
  await getDatabase().$transaction(async (db) => {
    if (!(await markImportFailed(db, key, message))) return
    const { projectId, importId } = key
    await insertEventDeliveries(db, projectId, 'import.finished', {
      import: importId,
      state: 'failed',
    })
  })
}
