import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { describeMissingWorker } from './describe-missing-worker'
import { waitFor } from './retry-request'
import { printMessage, type Terminal } from './terminal'

// Most jobs end quickly.
const firstPauseMs = 50
const maxPauseMs = 1_000
const pauseGrowthFactor = 1.5

interface PollOptions<T> {
  terminal: Terminal
  isRunning: (status: T) => boolean
  /** Shows the progress. */
  show: (status: T) => void
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/** Polls a job on the server until it has ended. Prints once that it waits for a worker. Throws the signal's reason. */
export async function pollJobUntilEnded<T extends { waitingFor: JobWaitReason }>(
  firstReport: T,
  { terminal, isRunning, show, read, signal }: PollOptions<T>,
): Promise<T> {
  let status = firstReport
  let hasReportedWaiting = false
  for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= pauseGrowthFactor) {
    show(status)
    const workerMessage = describeMissingWorker(status.waitingFor)
    if (workerMessage !== null && !hasReportedWaiting) printMessage(terminal, workerMessage)
    hasReportedWaiting ||= workerMessage !== null
    await waitFor(Math.min(pauseMs, maxPauseMs), signal)
    status = await read()
  }
  return status
}
