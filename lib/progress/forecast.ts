/** Annotations of a day, by its date. */
interface Day {
  day: string
  annotations: number
}

/** Working days that determine the pace. */
export const forecastPaceDays = 5
const dayMs = 24 * 60 * 60 * 1_000
const maxForecastDays = 730

/**
 * Completion date at the pace of the last five working days before today. Idle days since the first of them count too.
 *
 * @param days without gaps, oldest first, today last
 * @returns null if nothing remains, there were fewer than five working days, or the date is more than two years away
 */
export function forecastCompletion(days: readonly Day[], remaining: number): string | null {
  const today = days.at(-1)
  const earlierDays = days.slice(0, -1)
  const workDays = earlierDays.filter(({ annotations }) => annotations > 0).slice(-forecastPaceDays)
  const [first] = workDays
  if (remaining <= 0 || !today || !first || workDays.length < forecastPaceDays) return null
  const annotationCount = workDays.reduce((sum, { annotations }) => sum + annotations, 0)
  const span = earlierDays.length - earlierDays.indexOf(first)
  const remainingDays = Math.ceil(remaining / (annotationCount / span))
  return remainingDays > maxForecastDays
    ? null
    : new Date(Date.parse(`${today.day}T00:00:00Z`) + (remainingDays - 1) * dayMs)
        .toISOString()
        .slice(0, 10)
}
