import type { BestOfN, ConfidenceInterval } from './evaluation'
import { formatPercentInterval } from './format-figures'

export const bestOfNPlotSize = { width: 784, height: 320 } as const
/** Margins in pixels. Labels of the lines are at the right. */
export const bestOfNPlotMargin = { top: 12, right: 300, bottom: 28, left: 48 } as const

/** On narrow screens, the labels are below the plot. */
export const narrowBestOfNPlotLayout = { width: 342, height: 280, right: 16 } as const
const maxNarrowTicks = 7

/** Positions with a tick: all, or every second one counted from the right if all would overlap. */
export const pickTickPositions = (n: readonly number[], isNarrow: boolean): number[] => {
  const interval = isNarrow && n.length > maxNarrowTicks ? 2 : 1
  return n
    .map((_, position) => position)
    .filter((position) => (n.length - 1 - position) % interval === 0)
}

const nameHeight = 18

export const bestOfNCurveStyles = {
  score: { name: 'Ranking score', colour: 'var(--color-plot-1)', width: 2, dashes: undefined },
  prmProduct: { name: 'PRM product', colour: 'var(--color-accent-mid)', width: 1.5, dashes: '9 3' },
  prmMinimum: { name: 'PRM minimum', colour: 'var(--color-plot-2)', width: 1.5, dashes: '2 3' },
  majority: { name: 'Majority vote', colour: 'var(--color-plot-2)', width: 1.5, dashes: '6 3' },
  pass: {
    name: 'Any sample correct',
    colour: 'var(--color-plot-4)',
    width: 1.5,
    dashes: undefined,
  },
} as const

export const bestOfNCurveNames = ['score', 'prmProduct', 'prmMinimum', 'majority', 'pass'] as const
export type BestOfNCurveName = (typeof bestOfNCurveNames)[number]

export interface BestOfNCurveEnd {
  curve: BestOfNCurveName
  name: string
  /** `62.4% [55.1, 69.0]` */
  valueText: string
  x: number
  y: number
  /** Position of the label, moved so that labels do not overlap. */
  nameY: number
}

const areCurvesEqual = (bestOf: BestOfN, a: BestOfNCurveName, b: BestOfNCurveName) =>
  bestOf[a].every(
    (each, i) => each !== null && Math.abs(each.value - (bestOf[b][i]?.value ?? -1)) < 1e-9,
  )

/** Available curves, without a product or minimum that equals the ranking score. */
export function listAvailableCurveNames(bestOf: BestOfN): BestOfNCurveName[] {
  return bestOfNCurveNames.filter(
    (curve) =>
      bestOf[curve].some((each) => each !== null) &&
      !(
        (curve === 'prmProduct' || curve === 'prmMinimum') &&
        areCurvesEqual(bestOf, curve, 'score')
      ),
  )
}

export function getCurveLabel(bestOf: BestOfN, curve: BestOfNCurveName): string {
  if (curve !== 'score') return bestOfNCurveStyles[curve].name
  const equalCurve = (['prmProduct', 'prmMinimum'] as const).find((each) =>
    areCurvesEqual(bestOf, each, 'score'),
  )
  return equalCurve
    ? `${bestOfNCurveStyles[equalCurve].name} (ranking score)`
    : bestOfNCurveStyles.score.name
}

/** Lower end of the axis: the tick at or below the lowest value or bound, at most 0.8. */
export function findAccuracyAxisMin(bestOf: BestOfN): number {
  const lowerEnds = listAvailableCurveNames(bestOf).flatMap((curve) =>
    bestOf[curve].flatMap((each) => (each === null ? [] : [each.low ?? each.value])),
  )
  const lowest = Math.max(0, Math.min(0.8, ...lowerEnds))
  const step = lowest >= 0.6 ? 0.1 : 0.2
  return Math.round(Math.floor(lowest / step + 1e-9) * step * 10) / 10
}

/** At most six evenly spaced ticks, from the lower end of the axis to 1. */
export function listAccuracyTicks(axisMin: number): number[] {
  const step = axisMin >= 0.6 ? 0.1 : 0.2
  const ticks: number[] = []
  for (let tick = 1; tick > axisMin - 1e-9; tick -= step) ticks.unshift(Math.round(tick * 10) / 10)
  return ticks
}

/** Positions of curve ends and their labels, which stay inside the plot and do not overlap. */
export function layOutCurveEnds(bestOf: BestOfN): BestOfNCurveEnd[] {
  const axisMin = findAccuracyAxisMin(bestOf)
  const { width, height } = bestOfNPlotSize
  const { top, right, bottom } = bestOfNPlotMargin
  const ends = listAvailableCurveNames(bestOf)
    .flatMap((curve): BestOfNCurveEnd[] => {
      const last: ConfidenceInterval | null | undefined = bestOf[curve].at(-1)
      if (!last) return []
      const y = top + ((1 - last.value) / (1 - axisMin)) * (height - top - bottom)
      return [
        {
          curve,
          name: getCurveLabel(bestOf, curve),
          valueText: formatPercentInterval(last),
          x: width - right,
          y,
          nameY: y,
        },
      ]
    })
    .toSorted((a, b) => a.y - b.y)
  let previousNameY = -Infinity
  for (const end of ends) previousNameY = end.nameY = Math.max(end.y, previousNameY + nameHeight)
  let maxNameY = height - bottom
  for (const end of ends.toReversed())
    maxNameY = (end.nameY = Math.min(end.nameY, maxNameY)) - nameHeight
  return ends
}
