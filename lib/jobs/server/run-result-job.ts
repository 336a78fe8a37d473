import { getDatabase } from '@/lib/platform/server/database'
import { readOnReplica } from '@/lib/platform/server/replica'
import { readInSnapshot, type TransactionContext } from '@/lib/platform/server/run-transaction'
import { JobEndedError } from './job-watch'
import {
  deleteOldResultRuns,
  storeResultOfRun,
  findRequestOfRun,
  markResultRunFailed,
  type ResultRunAttempt,
  storeResultProgress,
} from './result-runs.sql'
import { type JobProgress, runJobWithProgress } from './run-job-with-progress'
import { tryAdvisoryLock } from './try-lock.sql'

const longestMs = 60 * 60 * 1000
const limits = { statementMs: longestMs, timeout: longestMs, maxWait: 10_000 } as const
const replicaMaxWaitMs = 30_000

/** A computation updates `progress`, and often calls `throwIfEnded`, which throws to end the job. */
export interface ResultJobProgress {
  progress: JobProgress
  throwIfEnded(): void
}

/** A read-only transaction on one snapshot, and a row reader in it. */
export type SnapshotTransaction = Pick<TransactionContext, 'db' | 'rows'>

interface ResultWork<R> {
  run: ResultRunAttempt
  /** Only one run per lock name is computed at a time. */
  lock: string
  /** Parses the request from the row. */
  readRequest: (storedRequest: unknown) => R
  computeResult: (
    reader: SnapshotTransaction,
    request: R,
    watch: ResultJobProgress,
  ) => Promise<object>
}

/**
 * Computes a result in one read-only transaction on one snapshot, on a replica if there is one. A single update at the end
 * stores the result, so a process that dies leaves nothing. Ends silently if the attempt is not the current one. Returns
 * `later` while another run has the lock, without a connection, and at shutdown.
 */
export function runResultJob<R>(
  work: ResultWork<R>,
  signal: AbortSignal,
): Promise<undefined | 'later'> {
  const { run } = work
  return runJobWithProgress(
    async ({ watch, progress }) => {
      const storedRun = await findRequestOfRun(getDatabase(), run)
      if (storedRun === null) return undefined
      const request = work.readRequest(storedRun.request)
      watch.start()
      const result = await computeOnSnapshot(work, request, {
        progress,
        signal,
        throwIfEnded: () => watch.throwIfEnded(),
      })
      await watch.stop()
      watch.throwIfEnded()
      if (result === 'later') return 'later'
      await storeResultOfRun(getDatabase(), run, { result, allRows: progress.allRows ?? 0 })
      await deleteOldResultRuns(getDatabase(), run)
      return undefined
    },
    {
      setProgress: (progress) => storeResultProgress(getDatabase(), run, progress),
      markFailed: (message) => markResultRunFailed(getDatabase(), run, message),
    },
    signal,
  )
}

/**
 * The lock is taken on the database that is read, so the primary and a replica may compute the same run. The first
 * to finish stores its result.
 */
function computeOnSnapshot<R>(
  { lock, computeResult }: ResultWork<R>,
  request: R,
  { signal, ...watch }: ResultJobProgress & { signal: AbortSignal },
): Promise<object | 'later'> {
  return readOnReplica<object | 'later'>(
    (source) =>
      readInSnapshot(source, limits, async ({ db, rows }) => {
        if (!(await tryAdvisoryLock(db, lock))) return 'later'
        watch.progress.readRows = 0
        return computeResult({ db, rows }, request, watch)
      }),
    {
      maxWaitMs: replicaMaxWaitMs,
      isReaderError: (error) => error instanceof JobEndedError || signal.aborted,
      signal,
    },
  )
}
