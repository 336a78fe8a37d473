import type { BestOf, Interval } from './evaluation'
import { writeShare } from './write-figures'

export const plotSize = { width: 784, height: 320 } as const
/** What stands around the lines; their names have the room at the right. */
export const plotMargin = { top: 12, right: 300, bottom: 28, left: 48 } as const

/** Where there is less room than that: the names stand below. */
export const narrowPlot = { width: 342, height: 280, right: 16 } as const
const mostTicks = 7

/** Places of n that have a tick: from the right every one, or every second where they would touch. */
export const pickPlaces = (n: readonly number[], isNarrow: boolean): number[] => {
  const each = isNarrow && n.length > mostTicks ? 2 : 1
  return n.map((_, place) => place).filter((place) => (n.length - 1 - place) % each === 0)
}

const nameHeight = 18

export const curveLooks = {
  score: { name: 'Score that ranks', colour: 'var(--color-plot-1)', width: 2, dashes: undefined },
  prmProduct: { name: 'PRM product', colour: 'var(--color-accent-mid)', width: 1.5, dashes: '9 3' },
  prmMinimum: { name: 'PRM minimum', colour: 'var(--color-plot-2)', width: 1.5, dashes: '2 3' },
  majority: { name: 'Majority vote', colour: 'var(--color-plot-2)', width: 1.5, dashes: '6 3' },
  pass: { name: 'Any of them right', colour: 'var(--color-plot-4)', width: 1.5, dashes: undefined },
} as const

export const curveNames = ['score', 'prmProduct', 'prmMinimum', 'majority', 'pass'] as const
export type CurveName = (typeof curveNames)[number]

export interface CurveEnd {
  curve: CurveName
  name: string
  /** `62.4 % [55.1, 69.0]` */
  words: string
  x: number
  y: number
  /** Where its name stands: beside the end, as far as names leave each other room. */
  nameY: number
}

const isSame = (bestOf: BestOf, a: CurveName, b: CurveName) =>
  bestOf[a].every(
    (each, i) => each !== null && Math.abs(each.value - (bestOf[b][i]?.value ?? -1)) < 1e-9,
  )

/** The curves that are there. A product or minimum that ranks is said once. */
export function listCurves(bestOf: BestOf): CurveName[] {
  return curveNames.filter(
    (curve) =>
      bestOf[curve].some((each) => each !== null) &&
      !((curve === 'prmProduct' || curve === 'prmMinimum') && isSame(bestOf, curve, 'score')),
  )
}

export function nameCurve(bestOf: BestOf, curve: CurveName): string {
  if (curve !== 'score') return curveLooks[curve].name
  const same = (['prmProduct', 'prmMinimum'] as const).find((each) => isSame(bestOf, each, 'score'))
  return same ? `${curveLooks[same].name}, which ranks` : curveLooks.score.name
}

/** From where the axis goes, on one of its ticks: what is between is told apart, and the axis says that it is no zero. */
export function findFloor(bestOf: BestOf): number {
  const lows = listCurves(bestOf).flatMap((curve) =>
    bestOf[curve].flatMap((each) => (each === null ? [] : [each.low ?? each.value])),
  )
  const lowest = Math.max(0, Math.min(0.8, ...lows))
  const step = lowest >= 0.6 ? 0.1 : 0.2
  return Math.round(Math.floor(lowest / step + 1e-9) * step * 10) / 10
}

/** Even steps up to 1, five at most. */
export function listTicks(floor: number): number[] {
  const step = floor >= 0.6 ? 0.1 : 0.2
  const ticks: number[] = []
  for (let tick = 1; tick > floor - 1e-9; tick -= step) ticks.unshift(Math.round(tick * 10) / 10)
  return ticks
}

/** Names of curves that end close together stand below one another, in the order of the curves, inside the plot. */
export function layOutEnds(bestOf: BestOf): CurveEnd[] {
  const floor = findFloor(bestOf)
  const { width, height } = plotSize
  const { top, right, bottom } = plotMargin
  const ends = listCurves(bestOf)
    .flatMap((curve): CurveEnd[] => {
      const last: Interval | null | undefined = bestOf[curve].at(-1)
      if (!last) return []
      const y = top + ((1 - last.value) / (1 - floor)) * (height - top - bottom)
      return [
        {
          curve,
          name: nameCurve(bestOf, curve),
          words: writeShare(last),
          x: width - right,
          y,
          nameY: y,
        },
      ]
    })
    .toSorted((a, b) => a.y - b.y)
  let ceiling = -Infinity
  for (const end of ends) ceiling = end.nameY = Math.max(end.y, ceiling + nameHeight)
  let lowest = height - bottom
  for (const end of ends.toReversed())
    lowest = (end.nameY = Math.min(end.nameY, lowest)) - nameHeight
  return ends
}
