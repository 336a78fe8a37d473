const dayMs = 86_400_000

/** Midnight of the day, UTC. */
export function findDayStart(instant: string): string {
  const date = new Date(instant)
  date.setUTCHours(0, 0, 0, 0)
  return date.toISOString()
}

/** Midnight of the week's Monday, UTC. */
export function findWeekStart(instant: string): string {
  const date = new Date(findDayStart(instant))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString()
}

/** The starts of the week of `now` and of at least `count - 1` weeks before it, newest first, back to the week of `oldest`. */
export function listWeekStarts(now: string, count: number, oldest: string): string[] {
  const start = Date.parse(findWeekStart(now))
  const weeksToOldest = Math.round((start - Date.parse(findWeekStart(oldest))) / (7 * dayMs))
  return Array.from({ length: Math.max(count, weeksToOldest + 1) }, (_, week) =>
    new Date(start - week * 7 * dayMs).toISOString(),
  )
}
