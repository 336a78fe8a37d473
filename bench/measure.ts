/** Durations in milliseconds. */
export interface TimingPercentiles {
  p50: number
  p95: number
}

export function computePercentiles(times: readonly number[]): TimingPercentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: quantile(0.5), p95: quantile(0.95) }
}

/** Duration of an action in milliseconds. */
export async function measureDurationMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

export interface BenchmarkRow {
  label: string
  measured: string
  /** What `measured` is compared with: a reference measured in the same run, or else a fixed value. */
  floor: string
  ratio: number
  target: number
}

export function printBenchmarkRows(title: string, rows: readonly BenchmarkRow[]): void {
  console.log(`\n${title}`)
  for (const { label, measured, floor, ratio, target } of rows)
    console.log(
      `  ${label.padEnd(58)} ${measured.padStart(14)}  floor ${floor.padStart(14)}  ${ratio.toFixed(2).padStart(6)}x  ` +
        `target ${target}x  ${ratio <= target ? 'met' : 'MISSED'}`,
    )
}

export const formatMs = (ms: number) => `${ms.toFixed(2)} ms`
export const formatMsAsSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
