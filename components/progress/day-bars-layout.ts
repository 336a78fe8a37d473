import { formatShortDay } from '@/lib/platform/format'
import type { DashboardDay } from './dashboard'

/** In pixels. `day` is the width of one day; the right margin leaves room for the last label. */
export const daysChartFrame = {
  left: 40,
  right: 24,
  day: 21,
  height: 252,
  top: 16,
  bottom: 220,
} as const
const barGap = 4
/** Min. height of a part, so that small counts stay visible. */
const minPartHeight = 1.5

export const stackedRatings = ['negative', 'neutral', 'positive'] as const
export type StackedRating = (typeof stackedRatings)[number]

export interface DayBar {
  day: string
  x: number
  width: number
  /** From the bottom up, without zero counts. */
  parts: { rating: StackedRating; y: number; height: number }[]
}

export interface DayBarsLayout {
  width: number
  /** Right end of the last day. */
  right: number
  bars: DayBar[]
  ticks: { count: number; y: number }[]
  /** Mondays. */
  weeks: { label: string; x: number }[]
}

const monday = 1

/** Stacked bars with negative at the bottom, because errors matter most. */
export function layOutDayBars(days: readonly DashboardDay[]): DayBarsLayout {
  const tickStep = chooseTickStep(Math.max(1, ...days.map(countRatings)))
  const axisMax = Math.max(1, Math.ceil(Math.max(...days.map(countRatings)) / tickStep)) * tickStep
  const toY = (count: number) =>
    daysChartFrame.bottom - (count / axisMax) * (daysChartFrame.bottom - daysChartFrame.top)
  const right = daysChartFrame.left + days.length * daysChartFrame.day
  const bars = days.map((day, i): DayBar => {
    let stackedCount = 0
    const parts = stackedRatings.flatMap((rating) => {
      const count = day[rating]
      if (count === 0) return []
      const [bottomY, topY] = [toY(stackedCount), toY(stackedCount + count)]
      stackedCount += count
      return [
        {
          rating,
          y: Math.min(topY, bottomY - minPartHeight),
          height: Math.max(minPartHeight, bottomY - topY),
        },
      ]
    })
    return {
      day: day.day,
      x: daysChartFrame.left + i * daysChartFrame.day + barGap / 2,
      width: daysChartFrame.day - barGap,
      parts,
    }
  })
  return {
    width: right + daysChartFrame.right,
    right,
    bars,
    ticks: Array.from({ length: axisMax / tickStep + 1 }, (_, i) => ({
      count: i * tickStep,
      y: toY(i * tickStep),
    })),
    weeks: bars
      .filter(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay() === monday)
      .map(({ day, x, width }) => ({
        label: formatShortDay(day),
        x: x + width / 2,
      })),
  }
}

export const countRatings = ({ negative, neutral, positive }: DashboardDay) =>
  negative + neutral + positive

/** 1, 2 or 5 times a power of ten, so that at most four steps reach `max`. */
function chooseTickStep(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max / 2))
  const base = Math.max(1, power)
  return [1, 2, 5, 10].map((factor) => factor * base).find((step) => max / step <= 4) ?? base * 10
}
