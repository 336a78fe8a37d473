import { pauseFor } from './retry'

// Most jobs end quickly.
const firstPauseMs = 50
const longestPauseMs = 1_000
const growth = 1.5

interface Polled<T> {
  isRunning: (status: T) => boolean
  /** Shows the progress. */
  show: (status: T) => void
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/** Polls a job on the server until it has ended. Throws the signal's reason. */
export async function pollUntilEnded<T>(
  firstReport: T,
  { isRunning, show, read, signal }: Polled<T>,
): Promise<T> {
  let status = firstReport
  for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= growth) {
    show(status)
    await pauseFor(Math.min(pauseMs, longestPauseMs), signal)
    status = await read()
  }
  return status
}
