import { formatShortDay } from '@/lib/platform/format'
import type { GuidelinePublication, AgreementWeek } from './agreement'

const dayMs = 24 * 60 * 60 * 1_000
const weekMs = 7 * dayMs
const weekWidth = 56
export const weeklyPlotHeight = 268
/** The axis with the labels is to the left of the plot. */
export const weeklyAxisWidth = 36
/** Fits on a phone. */
const minWidth = 320 - weeklyAxisWidth
export const weeklyPlotMargin = { top: 24, right: 24, bottom: 40, left: 8 } as const

export interface WeeklyAgreementDot {
  /** Weeks since the first one, so that weeks without annotations leave a gap. */
  position: number
  /** `21 Sep` */
  label: string
  n: number
  /** Percent; null if there are too few solutions. */
  exact: number | null
  /** Distance to the bounds of the interval, below and above. */
  bounds: [number, number] | null
}

export type WeeklyAgreementPoint = Pick<WeeklyAgreementDot, 'position' | 'exact' | 'bounds'>

export interface WeeklyAgreementLayout {
  /** Of the plot without its axis. */
  width: number
  /** Percent. */
  floor: number
  ticks: number[]
  dots: WeeklyAgreementDot[]
  /** The dots, and a point without a value between dots that are not of consecutive weeks: it breaks the line. */
  points: WeeklyAgreementPoint[]
  lastPosition: number
  marks: GuidelineMark[]
}

interface UnlabelledMark {
  position: number
  version: number
}

interface GuidelineMark extends UnlabelledMark {
  /** `Guideline v1, v2`: names the next marks too if there is no space for their labels. Then these have none. */
  label: string | null
}

/** In pixels, on average. */
const labelCharacterWidth = 6.5
const labelGap = 8

const readDay = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Positions of weeks and guideline versions. */
export function layOutWeeklyAgreement(
  weeks: readonly AgreementWeek[],
  guidelines: readonly GuidelinePublication[],
): WeeklyAgreementLayout {
  const firstDay = readDay(weeks[0]?.week ?? '1970-01-05')
  const dots = weeks.map(({ week, solutions, exact: { value, low, high } }): WeeklyAgreementDot => {
    const percent = value === null ? null : value * 100
    return {
      position: Math.round((readDay(week) - firstDay) / weekMs),
      label: formatShortDay(week),
      n: solutions,
      exact: percent,
      bounds:
        value === null || low === null || high === null
          ? null
          : [(value - low) * 100, (high - value) * 100],
    }
  })
  const lastPosition = dots.at(-1)?.position ?? 0
  const lowest = Math.min(
    80,
    ...dots.map(({ exact, bounds }) => (exact ?? 100) - (bounds?.[0] ?? 0)),
  )
  const floor = Math.max(0, Math.floor(lowest / 20) * 20)
  const sideMargins = weeklyPlotMargin.left + weeklyPlotMargin.right
  const width = Math.max(minWidth, (lastPosition + 1) * weekWidth + sideMargins)
  // Dots are in the middle of their week.
  const marks = guidelines
    .map(({ version, publishedAt }) => ({
      version,
      position: (Date.parse(publishedAt) - firstDay) / weekMs - 0.5,
    }))
    .filter(({ position }) => position > -0.5 && position < lastPosition + 0.5)
  return {
    dots,
    points: dots.flatMap((dot, i): WeeklyAgreementPoint[] => {
      const missingWeek = (dots[i - 1]?.position ?? dot.position) + 1
      return missingWeek < dot.position
        ? [{ position: missingWeek, exact: null, bounds: null }, dot]
        : [dot]
    }),
    lastPosition,
    floor,
    width,
    ticks: Array.from({ length: (100 - floor) / 20 + 1 }, (_, i) => floor + i * 20),
    marks: labelMarks(marks, (width - sideMargins) / (lastPosition + 1)),
  }
}

/** Labels the first mark of each group: marks that are so close that its label takes their space. */
function labelMarks(marks: readonly UnlabelledMark[], pixelsPerWeek: number): GuidelineMark[] {
  const groups: UnlabelledMark[][] = []
  for (const mark of marks.toSorted((a, b) => a.position - b.position)) {
    const group = groups.at(-1)
    if (group && (mark.position - group[0]!.position) * pixelsPerWeek < measureLabel(group))
      group.push(mark)
    else groups.push([mark])
  }
  return groups.flatMap((group) =>
    group.map((mark, i) => ({ ...mark, label: i === 0 ? formatLabel(group) : null })),
  )
}

const formatLabel = (group: readonly UnlabelledMark[]) =>
  `Guideline ${group.map(({ version }) => `v${version}`).join(', ')}`

/** Returns the width of the label and the gap after it, in pixels. */
const measureLabel = (group: readonly UnlabelledMark[]) =>
  formatLabel(group).length * labelCharacterWidth + labelGap
