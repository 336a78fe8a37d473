const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d))?$/

/** Microseconds since 1970 of an ISO 8601 time, in UTC if without a zone. Null if invalid. Returns a number unchanged. */
export function parseIsoToMicroseconds(time: string | number | null): number | null {
  if (typeof time === 'number') return time
  const match = time === null ? null : isoPattern.exec(time)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, hours, minutes] =
    match
  const ms = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second)
  const offset = sign === undefined ? 0 : (+hours! * 60 + +minutes!) * (sign === '-' ? -60 : 60)
  return (ms - offset * 1000) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const microsecondsADay = 86_400_000_000

/** Numbers weeks from Monday to Sunday, UTC. 1 January 1970 was a Thursday. */
export const computeWeekNumber = (time: number): number =>
  Math.floor((Math.floor(time / microsecondsADay) + 3) / 7)

/** The Monday of a week, `2026-03-02`. */
export const formatWeekStart = (week: number): string =>
  new Date((week * 7 - 3) * 86_400_000).toISOString().slice(0, 10)
