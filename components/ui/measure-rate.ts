/** What a count was at a time, in milliseconds. */
export interface CountAt {
  at: number
  count: number
}

/** What is older than this says nothing about the speed of now. */
const windowMs = 15_000

/** The same with what a count is now. One that falls begins anew; one that stands still says nothing. */
export function addCount(
  seen: readonly CountAt[],
  count: number,
  at = Date.now(),
): readonly CountAt[] {
  const now = { at, count }
  const last = seen.at(-1)
  if (last && count < last.count) return [now]
  if (last?.count === count) return seen
  const recent = seen.filter((each, index) => index >= seen.length - 1 || each.at >= at - windowMs)
  return [...recent, now]
}

/** How many a second; null until a count has gone up. */
export function readRate(seen: readonly CountAt[]): number | null {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || first === last) return null
  return ((last.count - first.count) * 1_000) / Math.max(last.at - first.at, 1)
}
