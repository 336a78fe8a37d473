import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { isConnectionUnavailableError } from './connection-unavailable-error'
import { JobEndedError, JobProgressWatcher } from './job-watch'

/** Progress of a job. `allRows` is null until the total is known. */
export interface JobProgress {
  readRows: number
  allRows: number | null
}

export interface JobRun {
  /** Started by the job when it begins to work, and stopped before it ends. */
  watch: JobProgressWatcher
  progress: JobProgress
}

interface RunStore {
  /** False if the attempt is not the current one. */
  setProgress: (progress: JobProgress) => Promise<boolean>
  /** Stores why it failed, for the person who started it. */
  markFailed: (message: string) => Promise<void>
  /** Deletes intermediate results after a failure, a cancellation or a restart. */
  deletePartialResults?: () => Promise<void>
}

/**
 * Runs a job with progress. Ends silently if its attempt is not the current one. Returns `later` if `work` does, at shutdown,
 * and if no connection is available. Stores an `AppError` as the job's failure, and throws anything else, so that the job is
 * retried.
 */
export async function runJobWithProgress(
  work: (run: JobRun) => Promise<undefined | 'later'>,
  { setProgress, markFailed, deletePartialResults }: RunStore,
  signal: AbortSignal,
): Promise<undefined | 'later'> {
  const progress: JobProgress = { readRows: 0, allRows: null }
  const watch = new JobProgressWatcher(() => setProgress(progress), signal)
  try {
    return await work({ watch, progress })
  } catch (error) {
    await watch.stop()
    const wasSuperseded = error instanceof JobEndedError || watch.isSuperseded
    if (!wasSuperseded) {
      if (signal.aborted) return 'later'
      if (isConnectionUnavailableError(error)) {
        logger.info({ error }, 'no connection for a job yet')
        return 'later'
      }
      if (!(error instanceof AppError)) throw error
      await markFailed(error.message)
    }
    await deletePartialResults?.()
    return undefined
  } finally {
    await watch.stop()
  }
}
