/** Annotations of a day, by its date. */
interface Day {
  day: string
  annotations: number
}

/** As many of the last days as a pace is reckoned by. */
export const paceDays = 5
const dayMs = 24 * 60 * 60 * 1_000
/** Farther than that is no forecast. */
const farthestDays = 730

/**
 * When what is left is done, at the pace of the last five days before today on which anything was labelled. Days without
 * work between them and since count too: they will come again.
 *
 * @param days without gaps, oldest first, today last
 * @returns the day; null: nothing is left, fewer than five working days are known, or it is too far away to say
 */
export function forecastEnd(days: readonly Day[], left: number): string | null {
  const today = days.at(-1)
  const before = days.slice(0, -1)
  const worked = before.filter(({ annotations }) => annotations > 0).slice(-paceDays)
  const [first] = worked
  if (left <= 0 || !today || !first || worked.length < paceDays) return null
  const done = worked.reduce((sum, { annotations }) => sum + annotations, 0)
  const span = before.length - before.indexOf(first)
  const daysLeft = Math.ceil(left / (done / span))
  return daysLeft > farthestDays
    ? null
    : new Date(Date.parse(`${today.day}T00:00:00Z`) + (daysLeft - 1) * dayMs)
        .toISOString()
        .slice(0, 10)
}
