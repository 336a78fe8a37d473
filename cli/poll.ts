import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { formatCount } from '@/lib/platform/format'
import { describeMissingWorker } from './describe-missing-worker'
import { ProgressReporter, type ProgressState } from './progress'
import { waitMilliseconds } from './retry-request'
import { printMessage, type Terminal } from './terminal'

/** Short, because most jobs end quickly. */
const firstPauseMs = 50
const maxPauseMs = 1_000
const pauseGrowthFactor = 1.5

interface PollOptions<T> {
  terminal: Terminal
  /** `scoring` */
  label: string
  isRunning: (status: T) => boolean
  describeProgress: (status: T, seconds: number) => ProgressState
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/**
 * Polls a job on the server until it has ended, and shows its progress. Prints once that it waits for a worker. Throws the
 * signal's reason if it aborts.
 */
export async function pollJobUntilEnded<T extends { waitingFor: JobWaitReason }>(
  firstReport: T,
  { terminal, label, isRunning, describeProgress, read, signal }: PollOptions<T>,
): Promise<T> {
  const progress = new ProgressReporter(terminal, label)
  let status = firstReport
  let hasReportedWaiting = false
  try {
    for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= pauseGrowthFactor) {
      progress.show(describeProgress(status, progress.seconds))
      const workerMessage = describeMissingWorker(status.waitingFor)
      if (workerMessage !== null && !hasReportedWaiting) printMessage(terminal, workerMessage)
      hasReportedWaiting ||= workerMessage !== null
      await waitMilliseconds(Math.min(pauseMs, maxPauseMs), signal)
      status = await read()
    }
    return status
  } finally {
    progress.clear()
  }
}

/** Progress of a job that counts rows; `total` is null before it starts. */
export const makeRowProgressState = (
  done: number,
  total: number | null,
  describeTotal: (total: number) => string,
): ProgressState => ({
  done,
  total,
  detail: total === null ? 'waiting to start' : describeTotal(total),
  format: (count) => formatCount(Math.round(count)),
})
