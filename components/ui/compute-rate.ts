/** A count and when it was read, in milliseconds. */
export interface CountSample {
  at: number
  count: number
}

/** Older samples say nothing about the current rate. */
const windowMs = 15_000

/** Adds a sample. A lower count starts over; an unchanged one is ignored. */
export function addCountSample(
  samples: readonly CountSample[],
  count: number,
  time = Date.now(),
): readonly CountSample[] {
  const newSample = { at: time, count }
  const last = samples.at(-1)
  if (last && count < last.count) return [newSample]
  if (last?.count === count) return samples
  const recentSamples = samples.filter(
    (sample, index) => index >= samples.length - 1 || sample.at >= time - windowMs,
  )
  return [...recentSamples, newSample]
}

/** Rate per second; null until the count has increased. */
export function computeRate(samples: readonly CountSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) return null
  return ((last.count - first.count) * 1_000) / Math.max(last.at - first.at, 1)
}
