import { getDatabase } from '@/lib/platform/server/database'
import { readOnReplica } from '@/lib/platform/server/replica'
import { readAtOneInstant, type RowTransaction } from '@/lib/platform/server/row-transaction'
import { JobEnded } from './job-watch'
import {
  endResult,
  findRequest,
  markResultFailed,
  type ResultRun,
  setResultProgress,
} from './result-runs.sql'
import { type JobProgress, runWatched } from './run-watched'
import { tryLock } from './try-lock.sql'

const longestMs = 60 * 60 * 1000
const limits = { statementMs: longestMs, timeout: longestMs, maxWait: 10_000 } as const
const replicaPatienceMs = 30_000

/** Is told how far a result is; throws to end it. */
export interface ResultWatch {
  progress: JobProgress
  throwIfEnded(): void
}

/** A transaction of one instant, and rows in it. */
export type ResultReading = Pick<RowTransaction, 'db' | 'rows'>

interface ResultWork<R> {
  run: ResultRun
  /** Of those with the same name one is worked out at a time. */
  lock: string
  /** What was asked for, of what the row has of it. */
  readRequest: (stored: unknown) => R
  workOut: (reading: ResultReading, request: R, watch: ResultWatch) => Promise<object>
}

/**
 * Works out a result in one transaction of one instant that only reads, on a replica where there is one; the result is one
 * update at the end, so that a process that dies leaves nothing. A run of an attempt that is not the current one any more
 * ends without a word. Says `later` while another run has the lock, while there is no connection, and when the process is
 * about to end.
 */
export function runResultJob<R>(
  work: ResultWork<R>,
  signal: AbortSignal,
): Promise<undefined | 'later'> {
  const { run } = work
  return runWatched(
    async ({ watch, progress }) => {
      const storedRun = await findRequest(getDatabase(), run)
      if (storedRun === null) return undefined
      const request = work.readRequest(storedRun.request)
      watch.start()
      const result = await readEverything(work, request, {
        ...{ progress, signal },
        throwIfEnded: () => watch.throwIfEnded(),
      })
      await watch.stop()
      watch.throwIfEnded()
      if (result === 'later') return 'later'
      await endResult(getDatabase(), run, { result, allRows: progress.allRows ?? 0 })
      return undefined
    },
    {
      setProgress: (progress) => setResultProgress(getDatabase(), run, progress),
      markFailed: (message) => markResultFailed(getDatabase(), run, message),
    },
    signal,
  )
}

/** The lock is where it is read: one run on the primary and one on a replica may be at the same, and one of them ends it. */
function readEverything<R>(
  { lock, workOut }: ResultWork<R>,
  request: R,
  { signal, ...watch }: ResultWatch & { signal: AbortSignal },
): Promise<object | 'later'> {
  return readOnReplica<object | 'later'>(
    (place) =>
      readAtOneInstant(place, limits, async ({ db, rows }) => {
        if (!(await tryLock(db, lock))) return 'later'
        watch.progress.readRows = 0
        return workOut({ db, rows }, request, watch)
      }),
    {
      patienceMs: replicaPatienceMs,
      isMeant: (error) => error instanceof JobEnded || signal.aborted,
      signal,
    },
  )
}
