import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10

/**
 * Measures how late this test process runs. It also times the requests and forwards the bytes of the fault proxy, so its lag
 * adds to their times. The process under test is not measured, so its bugs add nothing.
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
