import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10

/**
 * Measures how late this test process runs, which also measures every request and passes on every byte of a fault proxy.
 * It does not ask the process under test, so a bug there adds nothing.
 */
export function watchEventLoopLag(): { stop(): number } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return {
    /** The longest delay, in milliseconds. */
    stop() {
      delays.disable()
      return Math.round(delays.max / 1e6)
    },
  }
}
