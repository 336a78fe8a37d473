/** Half of the steps of an annotation rated faster than this cannot have been read. */
export const implausibleStepMs = 1_000

/** Shorter annotations are left alone: two short steps may be read at a glance. */
export const speedStepsMin = 4

/** The middle of some times; null where there are none. */
export function findMedian(times: readonly number[]): number | null {
  if (times.length === 0) return null
  const sorted = [...times].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Whether an annotation was done too fast to have been read. One that came without any time (from a script, or before times
 * were kept) is not said to be.
 *
 * @param stepTimesMs active time on each step; steps behind its end have none
 * @param rated how many steps were rated, from the first
 */
export function isImplausiblyFast(
  stepTimesMs: readonly number[],
  rated: number,
  totalMs: number,
): boolean {
  if (rated < speedStepsMin || totalMs === 0 || stepTimesMs.length === 0) return false
  const times = Array.from({ length: rated }, (_, step) => stepTimesMs[step] ?? 0)
  return findMedian(times)! < implausibleStepMs
}
