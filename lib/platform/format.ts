const countFormat = new Intl.NumberFormat('en-GB')

/** `1,574` */
export function formatCount(count: number): string {
  return countFormat.format(count)
}

/** `1 line`, `1,574 lines`, `2 people`. */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** `File` for `file` */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.1 GB`: decimal units, like file managers. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${bytes === 1 ? 'byte' : byteUnits[unit]}`
}

/** `13 seconds`, `12 minutes`, `2 hours`. Rounded up, so that waiting that long is enough. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return formatQuantity(Math.max(1, Math.ceil(seconds)), 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90
    ? formatQuantity(minutes, 'minute')
    : formatQuantity(Math.ceil(minutes / 60), 'hour')
}

/** `0:05`, `1:42`, `1:02:03`: a running clock, which counts full seconds. */
export function formatElapsedTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const minutesAndSeconds = `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  return hours === 0 ? minutesAndSeconds : `${hours}:${minutesAndSeconds.padStart(5, '0')}`
}

/** `0.8 s`, `42 s`, `1:42`: how long something took, rounded. */
export function formatShortDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 59_500) return `${Math.round(ms / 1_000)} s`
  return formatElapsedTime(Math.round(ms / 1_000) * 1_000)
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', dayParts)
const instantFormat = new Intl.DateTimeFormat('en-GB', {
  ...dayParts,
  hour: '2-digit',
  minute: '2-digit',
})

/** `21 Nov 2026, 22:04` in UTC, so that server and browser agree. */
export function formatInstant(iso: string): string {
  return instantFormat.format(new Date(iso))
}

/** `21 Nov`, in UTC. Like the others, for a day (`2026-11-21`) or an instant. */
export const formatShortDay = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { ...dayParts, year: undefined })

/** `21 November`, in UTC. */
export const formatLongDay = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { ...dayParts, month: 'long', year: undefined })

/** `21 Nov 2026`, in UTC. */
export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso))
}
