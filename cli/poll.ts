import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { describeWaiting } from './no-worker'
import { pauseFor } from './retry'
import { printMessage, type Shell } from './shell'

// Most jobs end quickly.
const firstPauseMs = 50
const longestPauseMs = 1_000
const growth = 1.5

interface Polled<T> {
  shell: Shell
  isRunning: (status: T) => boolean
  /** Shows the progress. */
  show: (status: T) => void
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/** Polls a job on the server until it has ended. Says once that it waits for a worker. Throws the signal's reason. */
export async function pollUntilEnded<T extends { waitingFor: JobWaitReason }>(
  firstReport: T,
  { shell, isRunning, show, read, signal }: Polled<T>,
): Promise<T> {
  let status = firstReport
  let hasReportedWaiting = false
  for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= growth) {
    show(status)
    const waiting = describeWaiting(status.waitingFor)
    if (waiting !== null && !hasReportedWaiting) printMessage(shell, waiting)
    hasReportedWaiting ||= waiting !== null
    await pauseFor(Math.min(pauseMs, longestPauseMs), signal)
    status = await read()
  }
  return status
}
