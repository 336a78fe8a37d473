import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { JobEnded, JobWatch } from './job-watch'
import { isNoConnection } from './no-connection'

/** How far a job is; `allRows` is null until it is known. */
export interface JobProgress {
  readRows: number
  allRows: number | null
}

export interface WatchedRun {
  /** Is started by the job when it begins to work, and stopped before it ends. */
  watch: JobWatch
  progress: JobProgress
}

interface Written {
  /** False where the attempt is not the current one any more. */
  setProgress: (progress: JobProgress) => Promise<boolean>
  /** Why it failed, for the person who started it. */
  markFailed: (message: string) => Promise<void>
  /** What it has kept on its way is of no use: it failed, was cancelled, or is begun anew. */
  forget?: () => Promise<void>
}

/**
 * Does a job that tells how far it is. Where its attempt is not the current one any more, it ends without a word; `later`
 * where `work` says so, the process is about to end, or no connection is to be had. A refusal is written as the job's
 * failure; anything else is thrown, for the job to be tried again.
 */
export async function runWatched(
  work: (run: WatchedRun) => Promise<undefined | 'later'>,
  { setProgress, markFailed, forget }: Written,
  signal: AbortSignal,
): Promise<undefined | 'later'> {
  const progress: JobProgress = { readRows: 0, allRows: null }
  const watch = new JobWatch(() => setProgress(progress), signal)
  try {
    return await work({ watch, progress })
  } catch (error) {
    await watch.stop()
    const isOver = error instanceof JobEnded || watch.isSuperseded
    if (!isOver) {
      if (signal.aborted) return 'later'
      if (isNoConnection(error)) {
        logger.info({ error }, 'no connection for a job yet')
        return 'later'
      }
      if (!(error instanceof AppError)) throw error
      await markFailed(error.message)
    }
    await forget?.()
    return undefined
  } finally {
    await watch.stop()
  }
}
