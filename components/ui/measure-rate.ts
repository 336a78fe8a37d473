/** What a count was at a time, in milliseconds. */
export interface CountSample {
  at: number
  count: number
}

/** What is older than this says nothing about the speed of now. */
const windowMs = 15_000

/** The same with what a count is now. One that falls begins anew; one that stands still says nothing. */
export function addCount(
  samples: readonly CountSample[],
  count: number,
  at = Date.now(),
): readonly CountSample[] {
  const now = { at, count }
  const last = samples.at(-1)
  if (last && count < last.count) return [now]
  if (last?.count === count) return samples
  const recent = samples.filter(
    (each, index) => index >= samples.length - 1 || each.at >= at - windowMs,
  )
  return [...recent, now]
}

/** How many a second; null until a count has gone up. */
export function readRate(samples: readonly CountSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) return null
  return ((last.count - first.count) * 1_000) / Math.max(last.at - first.at, 1)
}
