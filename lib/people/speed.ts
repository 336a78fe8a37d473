/** An annotation whose median step time is below this can't have been read. */
export const minPlausibleStepMs = 1_000

/** Minimum rated steps, because a few short steps can be read at a glance. */
export const minStepsForSpeedCheck = 4

/** The median; null for an empty list. */
export function computeMedian(times: readonly number[]): number | null {
  if (times.length === 0) return null
  const sorted = [...times].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Whether an annotation was made too fast to have been read. False if it has no times, for example if a script sent it.
 *
 * @param stepTimesMs active time on each step; may be shorter than the number of rated steps
 * @param ratedCount how many steps were rated, from the first
 */
export function isAnnotationImplausiblyFast(
  stepTimesMs: readonly number[],
  ratedCount: number,
  totalMs: number,
): boolean {
  if (ratedCount < minStepsForSpeedCheck || totalMs === 0 || stepTimesMs.length === 0) return false
  const times = Array.from({ length: ratedCount }, (_, step) => stepTimesMs[step] ?? 0)
  return computeMedian(times)! < minPlausibleStepMs
}
