import { sliceNames } from '@/components/projects/slice-names'
import type { RoundYield, SliceYield } from './round'
import { writeInterval, writeRate } from './write-figures'

export const plotSize = { width: 784, height: 232 } as const
/** What stands around the lines; their names have the room at the right. */
export const plotMargin = { top: 12, right: 276, bottom: 28, left: 36 } as const

const nameHeight = 18

/** One place along the axis: the rate of each slice, and its band. */
export type PlotRow = Record<string, number | [number, number]>

export interface LineEnd {
  slice: string
  name: string
  /** `13.4 [12.4, 14.5]` */
  words: string
  /** Where the line ends. */
  x: number
  y: number
  /** Where its name stands: beside it, as far as names leave each other room. */
  nameY: number
}

export interface YieldPlot {
  rows: PlotRow[]
  lines: readonly string[]
  top: number
  yTicks: readonly number[]
  most: number
  xTicks: readonly number[]
  ends: readonly LineEnd[]
}

/** The plot of a round's yield, in its own pixels. */
export function layOutYield({ slices }: Pick<RoundYield, 'slices'>): YieldPlot {
  const drawn = slices.map(keepSure).filter(({ line }) => line.length > 0)
  const points = drawn.flatMap(({ line }) => line)
  const most = Math.max(1, ...points.map(({ annotations }) => annotations))
  const yTicks = findTicks(Math.max(1, ...points.map(({ perHundred, high }) => high ?? perHundred)))
  const top = yTicks.at(-1)!
  return {
    rows: mergeLines(drawn),
    lines: drawn.map(({ slice }) => slice),
    ...{ top, yTicks, most, xTicks: findTicks(most).filter((tick) => tick <= most) },
    ends: spreadNames(drawn.map((slice) => endLine(slice, top, most))),
  }
}

/** A line begins where it has an interval: what is before says nothing yet. */
export function keepSure(slice: SliceYield): SliceYield {
  return { ...slice, line: slice.line.filter(({ low, high }) => low !== null && high !== null) }
}

function mergeLines(drawn: readonly SliceYield[]): PlotRow[] {
  const rows = new Map<number, PlotRow>()
  for (const { slice, line } of drawn)
    for (const { annotations, perHundred, low, high } of line) {
      const row: PlotRow = rows.get(annotations) ?? { annotations }
      row[slice] = perHundred
      if (low !== null && high !== null) row[nameBand(slice)] = [low, high]
      rows.set(annotations, row)
    }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

export const nameBand = (slice: string) => `${slice} band`

function endLine({ slice, line }: SliceYield, top: number, most: number): LineEnd {
  const { annotations, perHundred, low, high } = line.at(-1)!
  const { width, height } = plotSize
  const { left, right, bottom, top: above } = plotMargin
  const y = above + (1 - perHundred / top) * (height - above - bottom)
  return {
    slice,
    name: sliceNames[slice] ?? slice,
    words: [writeRate(perHundred), writeInterval({ low, high })].filter(Boolean).join(' '),
    x: left + (annotations / most) * (width - left - right),
    y,
    nameY: y,
  }
}

/** Names of lines that end close together stand below one another, in the order of the lines, and inside the plot. */
function spreadNames(ends: readonly LineEnd[]): LineEnd[] {
  const sorted = ends.toSorted((a, b) => a.y - b.y)
  const places: number[] = []
  for (const { y } of sorted) places.push(Math.max(y, (places.at(-1) ?? -Infinity) + nameHeight))
  let floor = plotSize.height - plotMargin.bottom
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index]!, floor)
    floor = places[index]! - nameHeight
  }
  return sorted.map((end, index) => ({ ...end, nameY: places[index]! }))
}

/** From 0 in even steps of 1, 2 or 5 to the first above `most`: five at most. */
export function findTicks(most: number): number[] {
  for (let size = 1; ; size *= 10)
    for (const step of [size, 2 * size, 5 * size]) {
      const steps = Math.ceil(most / step)
      if (steps <= 4) return Array.from({ length: steps + 1 }, (_, index) => index * step)
    }
}
