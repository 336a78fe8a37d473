import type { Day } from './dashboard'

/** In pixels. A day has its width, so that fewer days make a narrower drawing; names of weeks need room at the right. */
export const frame = { left: 40, right: 24, day: 21, height: 252, top: 16, bottom: 220 } as const
const gap = 4
/** A line of its colour on top of each part of a bar, also of one that is too low to be seen. */
const edge = 1.5

export const ratingsDrawn = ['negative', 'neutral', 'positive'] as const
export type RatingDrawn = (typeof ratingsDrawn)[number]

export interface Bar {
  day: string
  x: number
  width: number
  /** From the foot up; what is zero has none. */
  parts: { rating: RatingDrawn; y: number; height: number }[]
}

export interface DaysLayout {
  width: number
  /** Where the days end. */
  right: number
  bars: Bar[]
  ticks: { count: number; y: number }[]
  /** Mondays. */
  weeks: { label: string; x: number }[]
}

const dayLabel = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
})
const monday = 1

/** Stacked bars, negative at the foot: errors are what one looks for. */
export function layOutDays(days: readonly Day[]): DaysLayout {
  const step = chooseStep(Math.max(1, ...days.map(countRatings)))
  const top = Math.max(1, Math.ceil(Math.max(...days.map(countRatings)) / step)) * step
  const place = (count: number) => frame.bottom - (count / top) * (frame.bottom - frame.top)
  const right = frame.left + days.length * frame.day
  const bars = days.map((day, i): Bar => {
    let below = 0
    const parts = ratingsDrawn.flatMap((rating) => {
      const count = day[rating]
      if (count === 0) return []
      const [foot, head] = [place(below), place(below + count)]
      below += count
      return [{ rating, y: Math.min(head, foot - edge), height: Math.max(edge, foot - head) }]
    })
    return { day: day.day, x: frame.left + i * frame.day + gap / 2, width: frame.day - gap, parts }
  })
  return {
    ...{ width: right + frame.right, right },
    bars,
    ticks: Array.from({ length: top / step + 1 }, (_, i) => ({
      count: i * step,
      y: place(i * step),
    })),
    weeks: bars
      .filter(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay() === monday)
      .map(({ day, x, width }) => ({
        label: dayLabel.format(new Date(`${day}T00:00:00Z`)),
        x: x + width / 2,
      })),
  }
}

export const countRatings = ({ negative, neutral, positive }: Day) => negative + neutral + positive

/** 1, 2 or 5 times a power of ten, so that there are two to five steps up to `most`. */
function chooseStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 2))
  const whole = Math.max(1, power)
  return [1, 2, 5, 10].map((times) => times * whole).find((step) => most / step <= 4) ?? whole * 10
}
