import { pauseFor } from './keep-trying'

// Most work is over in a moment.
const firstPauseMs = 50
const longestPauseMs = 1_000
const growth = 1.5

interface Polled<T> {
  isRunning: (status: T) => boolean
  /** Draws how far it is. */
  show: (status: T) => void
  read: () => Promise<T>
  signal: AbortSignal | undefined
}

/** Reads the status of work on the server until the work has ended. Throws the signal's reason. */
export async function pollToEnd<T>(
  started: T,
  { isRunning, show, read, signal }: Polled<T>,
): Promise<T> {
  let status = started
  for (let pauseMs = firstPauseMs; isRunning(status); pauseMs *= growth) {
    show(status)
    await pauseFor(Math.min(pauseMs, longestPauseMs), signal)
    status = await read()
  }
  return status
}
