import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { describeMissingWorker } from './describe-missing-worker'
import { waitFor } from './retry-request'
import { printMessage, type Terminal } from './terminal'

// Most jobs end quickly.
const firstPauseMs = 50
const longestPauseMs = 1_000
const growth = 1.5

interface Polled<T> {
  terminal: Terminal
  isRunning: (status: T) => boolean
  /** Shows the progress. */
  show: (status: T) => void
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/** Polls a job on the server until it has ended. Says once that it waits for a worker. Throws the signal's reason. */
export async function pollJobUntilEnded<T extends { waitingFor: JobWaitReason }>(
  firstReport: T,
  { terminal, isRunning, show, read, signal }: Polled<T>,
): Promise<T> {
  let status = firstReport
  let hasReportedWaiting = false
  for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= growth) {
    show(status)
    const waiting = describeMissingWorker(status.waitingFor)
    if (waiting !== null && !hasReportedWaiting) printMessage(terminal, waiting)
    hasReportedWaiting ||= waiting !== null
    await waitFor(Math.min(pauseMs, longestPauseMs), signal)
    status = await read()
  }
  return status
}
