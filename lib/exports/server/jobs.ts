import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { Prisma } from '@/lib/generated/prisma/client'
import type { JobHandlers } from '@/lib/jobs/job'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { readOnReplica, type DatabaseToRead } from '@/lib/platform/server/replica'
import { readInSnapshot, runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { insertEventDeliveries } from '@/lib/webhooks/server/insert-event-deliveries.sql'
import { parseStoredReleaseOptions } from './read-release'
import {
  markReleaseDone,
  markReleaseFailed,
  type ReleaseAttempt,
  storeReleaseProgress,
} from './record-release.sql'
import { listUnfinishedTransactions } from './release-snapshot.sql'
import { type ReleaseProgressReporter, type ReleaseDefinition, writeRelease } from './write-release'

const limits = {
  timeout: 6 * 60 * 60 * 1000,
  statementMs: 10 * 60 * 1000,
  /** All connections may be in use. */
  maxWait: 10_000,
} as const
const replicaMaxWaitMs = 30_000
const progressEveryMs = 500

/** The release was cancelled, or another job writes it. Everything that this job wrote is rolled back. */
class ReleaseEndedError extends Error {
  override readonly message = 'The release has ended'
}

/**
 * Writes a release completely or not at all: its files, its row and the audit entry. One
 * transaction reads (REPEATABLE READ: one instant), on a replica if there is one; another writes; a
 * third connection reports progress.
 */
export const runReleaseJob: JobHandlers['release'] = async (running, signal) => {
  const job = await findReleaseJob(running)
  if (job === null) return undefined
  let hasStarted = false
  try {
    return await readOnReplica(
      (source) => {
        hasStarted = false
        return writeInTransaction(
          source,
          { running, job, report: makeReleaseProgressReporter(running, signal) },
          () => {
            hasStarted = true
          },
        )
      },
      {
        maxWaitMs: replicaMaxWaitMs,
        isReaderError: (error) => error instanceof ReleaseEndedError || signal.aborted,
        signal,
      },
    )
  } catch (error) {
    if (error instanceof ReleaseEndedError) return undefined
    if (error instanceof AppError) return endAsFailed(running, error.message)
    if (hasStarted || signal.aborted || !isConnectionUnavailableError(error)) throw error
    logger.info({ error }, 'no connection for a release yet')
    return 'later'
  }
}

/** For a release whose job failed repeatedly. */
export async function failReleaseAfterRetries(
  running: ReleaseAttempt,
  reason: string,
): Promise<void> {
  logger.error({ ...running, reason }, 'a release is given up')
  await endAsFailed(
    running,
    'Something went wrong on the server, several times. Nothing was written. Make a new release; if it fails again, the server’s log says why.',
  )
}

async function endAsFailed(running: ReleaseAttempt, message: string): Promise<undefined> {
  await getDatabase().$transaction(async (db) => {
    const number = await markReleaseFailed(db, running, message)
    if (number === null) return
    const { projectId, releaseId } = running
    await insertEventDeliveries(db, projectId, 'release.failed', { release: releaseId, number })
  })
}

/** Null if there is nothing left to do. */
async function findReleaseJob({
  projectId,
  releaseId,
  attempt,
}: ReleaseAttempt): Promise<ReleaseDefinition | null> {
  const db = getDatabase()
  const row = await db.release.findFirst({
    where: { projectId, id: releaseId, attempt, state: 'running' },
    select: {
      number: true,
      name: true,
      options: true,
      createdAt: true,
      project: { select: { slug: true, name: true, guidelineVersion: true } },
    },
  })
  if (row === null) return null
  const { warnings, ...options } = parseStoredReleaseOptions(row.options)
  const { number, name, project, createdAt } = row
  const sinceCursor = await findCursor(db, projectId, options.since)
  return {
    projectId,
    project,
    release: { number, name },
    createdAt,
    options,
    warnings,
    since: sinceCursor,
  }
}

async function findCursor(db: Transaction, projectId: string, number: number | undefined) {
  if (number === undefined) return null
  const { cursor } = await db.release.findUniqueOrThrow({
    where: { projectId_number: { projectId, number } },
    select: { cursor: true },
  })
  if (cursor === null) throw new Error(`Release ${number} has no cursor`)
  return { number, cursor }
}

interface ReleaseRun {
  running: ReleaseAttempt
  job: ReleaseDefinition
  report: ReleaseProgressReporter
}

function writeInTransaction(
  source: DatabaseToRead,
  { running, job, report }: ReleaseRun,
  onBegin: () => void,
): Promise<'later' | undefined> {
  const { statementMs, ...writerLimits } = limits
  return runTransaction(
    getTransferDatabase(),
    async (writer) => {
      // The transaction is idle while the release is read.
      await setTransactionLimits(writer.db, { statementMs, idleMs: limits.timeout })
      if (!(await tryAdvisoryLock(writer.db, `release:${running.releaseId}`))) return 'later'
      const unfinished = await listUnfinishedTransactions(source)
      return readInSnapshot(source, limits, async ({ db, rows }) => {
        onBegin()
        const writtenRelease = await writeRelease(
          { reader: db, rows, unfinished },
          writer,
          job,
          report,
        )
        await recordRelease(writer.db, running, job.release.number, writtenRelease)
        return undefined
      })
    },
    { ...writerLimits, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )
}

/**
 * Makes a reporter that stores progress from time to time, on a separate connection. It throws if the
 * release has ended or the process shuts down.
 */
export function makeReleaseProgressReporter(
  running: ReleaseAttempt,
  signal: AbortSignal,
): ReleaseProgressReporter {
  let lastReportAt = -Infinity
  return async (progress) => {
    signal.throwIfAborted()
    const now = performance.now()
    if (now - lastReportAt < progressEveryMs) return
    lastReportAt = now
    if (!(await storeReleaseProgress(getDatabase(), running, progress)))
      throw new ReleaseEndedError()
  }
}

async function recordRelease(
  db: Transaction,
  running: ReleaseAttempt,
  number: number,
  { snapshot, manifest, files, rows }: Awaited<ReturnType<typeof writeRelease>>,
): Promise<void> {
  const { projectId, releaseId } = running
  await db.releaseFile.createMany({
    data: files.map(({ name, fileId, bytes, sha256, rows: fileRows }) => ({
      projectId,
      releaseId,
      name,
      fileId,
      bytes,
      rows: fileRows,
      sha256: Buffer.from(sha256, 'hex'),
    })),
  })
  const completion = { snapshotAt: snapshot.at, cursor: snapshot.cursor, rows }
  const isRecorded = await markReleaseDone(db, running, {
    ...completion,
    manifest: { ...manifest } as unknown as Prisma.InputJsonValue,
  })
  if (!isRecorded) throw new ReleaseEndedError()
  await appendAuditEntry(db, {
    actor: systemActor,
    project: { id: projectId },
    action: 'release.create',
    target: `release:${releaseId}`,
    detail: { operation: 'done', number: manifest.release.number, rows, files: files.length },
    requestId: releaseId,
  })
  await insertEventDeliveries(db, projectId, 'release.ready', {
    release: releaseId,
    number,
    rows,
  })
}
