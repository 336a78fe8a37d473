import type { Publication, Week } from './agreement'

const dayMs = 24 * 60 * 60 * 1_000
const weekMs = 7 * dayMs
const weekWidth = 56
export const plotHeight = 268
export const plotMargin = { top: 24, right: 24, bottom: 40, left: 44 } as const

export interface WeekDot {
  /** Weeks since the first, so that a week in which nobody labelled leaves room. */
  place: number
  /** `21 Sep` */
  label: string
  n: number
  /** Per cent; null: too few for a number. */
  exact: number | null
  /** What the interval adds below and above. */
  bounds: [number, number] | null
}

export interface WeeksLayout {
  width: number
  /** Per cent. */
  floor: number
  ticks: number[]
  dots: WeekDot[]
  last: number
  marks: { place: number; version: number }[]
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const readDay = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const writeWeek = (week: string) => days.format(new Date(readDay(week)))

/** Where everything stands, in the order of time. A mark between two weeks is a version of the guideline. */
export function layOutWeeks(
  weeks: readonly Week[],
  guidelines: readonly Publication[],
): WeeksLayout {
  const first = readDay(weeks[0]?.week ?? '1970-01-05')
  const dots = weeks.map(({ week, solutions, exact: { value, low, high } }): WeekDot => {
    const known = value === null ? null : value * 100
    return {
      place: Math.round((readDay(week) - first) / weekMs),
      label: writeWeek(week),
      n: solutions,
      exact: known,
      bounds:
        value === null || low === null || high === null
          ? null
          : [(value - low) * 100, (high - value) * 100],
    }
  })
  const last = dots.at(-1)?.place ?? 0
  const lowest = Math.min(
    80,
    ...dots.map(({ exact, bounds }) => (exact ?? 100) - (bounds?.[0] ?? 0)),
  )
  const floor = Math.max(0, Math.floor(lowest / 20) * 20)
  return {
    ...{ dots, last, floor },
    width: Math.max(560, (last + 1) * weekWidth + plotMargin.left + plotMargin.right),
    ticks: Array.from({ length: (100 - floor) / 20 + 1 }, (_, i) => floor + i * 20),
    // A dot stands in the middle of its week.
    marks: guidelines
      .map(({ version, publishedAt }) => ({
        version,
        place: (Date.parse(publishedAt) - first) / weekMs - 0.5,
      }))
      .filter(({ place }) => place > -0.5 && place < last + 0.5),
  }
}
