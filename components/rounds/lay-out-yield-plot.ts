import { formatInterval, formatErrorRate } from './format-figures'
import type { RoundYield, SliceYield } from './round'
import { sliceDisplayNames } from './slice-display-names'

export const yieldPlotSize = { width: 784, height: 232 } as const
/** The right margin holds the line labels. */
export const yieldPlotMargin = { top: 12, right: 276, bottom: 28, left: 36 } as const

const labelHeight = 18

/** The rate and confidence band of each slice at one x position. */
export type YieldPlotRow = Record<string, number | [number, number]>

export interface YieldLineEnd {
  slice: string
  name: string
  /** `13.4 (95% CI 12.4–14.5)` */
  rateText: string
  /** End point of the line. */
  x: number
  y: number
  /** Vertical position of the label: at the end point, or shifted to avoid overlaps. */
  labelY: number
}

export interface YieldPlotLayout {
  rows: YieldPlotRow[]
  /** The slices with a line. */
  plottedSlices: readonly string[]
  maxRate: number
  yTicks: readonly number[]
  maxAnnotations: number
  xTicks: readonly number[]
  lineEnds: readonly YieldLineEnd[]
}

/** Computes the data, the axes and the labels of the yield plot of a round. Only `lineEnds` are in pixels. */
export function layOutYieldPlot({ slices }: Pick<RoundYield, 'slices'>): YieldPlotLayout {
  const plottedSlices = slices.map(omitPointsWithoutInterval).filter(({ line }) => line.length > 0)
  const points = plottedSlices.flatMap(({ line }) => line)
  const maxAnnotations = Math.max(1, ...points.map(({ annotations }) => annotations))
  const yTicks = listAxisTicks(
    Math.max(1, ...points.map(({ perHundred, high }) => high ?? perHundred)),
  )
  const maxRate = yTicks.at(-1)!
  return {
    rows: mergeLines(plottedSlices),
    plottedSlices: plottedSlices.map(({ slice }) => slice),
    maxRate,
    yTicks,
    maxAnnotations,
    xTicks: listAxisTicks(maxAnnotations).filter((tick) => tick <= maxAnnotations),
    lineEnds: spreadLabels(
      plottedSlices.map((slice) => placeYieldLineEnd(slice, maxRate, maxAnnotations)),
    ),
  }
}

/** A line is plotted only where it has a confidence interval. */
export function omitPointsWithoutInterval(slice: SliceYield): SliceYield {
  return { ...slice, line: slice.line.filter(({ low, high }) => low !== null && high !== null) }
}

function mergeLines(plottedSlices: readonly SliceYield[]): YieldPlotRow[] {
  const rows = new Map<number, YieldPlotRow>()
  for (const { slice, line } of plottedSlices)
    for (const { annotations, perHundred, low, high } of line) {
      const row: YieldPlotRow = rows.get(annotations) ?? { annotations }
      row[slice] = perHundred
      if (low !== null && high !== null) row[getBandKey(slice)] = [low, high]
      rows.set(annotations, row)
    }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

export const getBandKey = (slice: string) => `${slice} band`

function placeYieldLineEnd(
  { slice, line }: SliceYield,
  maxRate: number,
  maxAnnotations: number,
): YieldLineEnd {
  const { annotations, perHundred, low, high } = line.at(-1)!
  const { width, height } = yieldPlotSize
  const { left, right, bottom, top } = yieldPlotMargin
  const y = top + (1 - perHundred / maxRate) * (height - top - bottom)
  return {
    slice,
    name: sliceDisplayNames[slice] ?? slice,
    rateText: [formatErrorRate(perHundred), formatInterval({ low, high })]
      .filter(Boolean)
      .join(' '),
    x: left + (annotations / maxAnnotations) * (width - left - right),
    y,
    labelY: y,
  }
}

/** Stacks the labels of lines that end close together, in the order of the line ends and inside the plot. */
function spreadLabels(lineEnds: readonly YieldLineEnd[]): YieldLineEnd[] {
  const sorted = lineEnds.toSorted((a, b) => a.y - b.y)
  const positions: number[] = []
  for (const { y } of sorted)
    positions.push(Math.max(y, (positions.at(-1) ?? -Infinity) + labelHeight))
  let maxLabelY = yieldPlotSize.height - yieldPlotMargin.bottom
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    positions[index] = Math.min(positions[index]!, maxLabelY)
    maxLabelY = positions[index]! - labelHeight
  }
  return sorted.map((end, index) => ({ ...end, labelY: positions[index]! }))
}

/** At most five ticks from 0 to at least `max`, in steps of 1, 2 or 5 times a power of ten. */
export function listAxisTicks(max: number): number[] {
  for (let magnitude = 1; ; magnitude *= 10)
    for (const step of [magnitude, 2 * magnitude, 5 * magnitude]) {
      const steps = Math.ceil(max / step)
      if (steps <= 4) return Array.from({ length: steps + 1 }, (_, index) => index * step)
    }
}
