import { monitorEventLoopDelay } from 'node:perf_hooks'

const sampleIntervalMs = 50
const nanosecondsPerMs = 1e6
const mebibyte = 1024 ** 2

export interface ProcessLoad {
  /** Resident memory at the start, and its maximum increase, in MiB. */
  startMiB: number
  growthMiB: number
  /** Maximum and 99th percentile of the event loop delay. */
  worstPauseMs: number
  p99PauseMs: number
}

/** Watches memory and event loop of this process. The figures are for people; no test depends on them. */
export function watchProcessLoad(): () => ProcessLoad {
  const start = process.memoryUsage.rss()
  let peak = start
  const readMemory = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(readMemory, sampleIntervalMs)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  return () => {
    readMemory()
    clearInterval(timer)
    delays.disable()
    return {
      startMiB: Math.round(start / mebibyte),
      growthMiB: Math.round((peak - start) / mebibyte),
      worstPauseMs: Math.round(delays.max / nanosecondsPerMs),
      p99PauseMs: Math.round(delays.percentile(99) / nanosecondsPerMs),
    }
  }
}

/** `1024 MiB in 300 s: memory 150 MiB + 90 MiB, worst pause 40 ms (p99 3 ms)` */
export const formatProcessLoad = (label: string, figures: ProcessLoad): string =>
  `${label}: memory ${figures.startMiB} MiB + ${figures.growthMiB} MiB, worst pause ${figures.worstPauseMs} ms (p99 ${figures.p99PauseMs} ms)`
