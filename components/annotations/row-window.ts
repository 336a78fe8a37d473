/** Rows from `from` (included) to `to` (not included). */
export interface RowRange {
  from: number
  to: number
}

/** A part of the list: rows that are rendered, or a gap as high as the rows in it. */
export interface RowSegment extends RowRange {
  isGap: boolean
}

/** Where a segment, or one row of it, is on the screen. */
export interface PositionedRowSegment extends RowSegment {
  top: number
  bottom: number
}

/** The heights of all rows. Estimates, until a row has been rendered and measured. */
export class RowHeights {
  /** Sums of the heights before each row; null after a change. */
  private sums: Float64Array | null = null

  constructor(
    private readonly count: number,
    private readonly estimate: (row: number) => number,
    private readonly measured = new Map<number, number>(),
  ) {}

  set(row: number, height: number): void {
    if (this.measured.get(row) === height) return
    this.measured.set(row, height)
    this.sums = null
  }

  measure({ from, to }: RowRange): number {
    const sums = this.listSums()
    const last = sums.length - 1
    return sums[Math.min(to, last)]! - sums[Math.min(from, last)]!
  }

  /** The row at a distance below the top of `from`, at most `to - 1`. */
  findRow({ from, to }: RowRange, distance: number): number {
    const sums = this.listSums()
    const end = sums[from]! + distance
    let low = from
    let high = Math.max(from, to - 1)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (sums[middle]! <= end) low = middle
      else high = middle - 1
    }
    return low
  }

  private listSums(): Float64Array {
    if (this.sums) return this.sums
    const sums = new Float64Array(this.count + 1)
    for (let row = 0; row < this.count; row += 1)
      sums[row + 1] = sums[row]! + (this.measured.get(row) ?? this.estimate(row))
    return (this.sums = sums)
  }
}

/** The rendered rows and the gaps between them. Rows in `alwaysRendered` are never in a gap. */
export function listRowSegments(
  count: number,
  { from, to }: RowRange,
  alwaysRendered: readonly number[],
): RowSegment[] {
  const start = Math.max(0, Math.min(from, count))
  const end = Math.max(start, Math.min(to, count))
  const rowsOutside = [...new Set(alwaysRendered)].filter(
    (row) => row >= 0 && row < count && (row < start || row >= end),
  )
  const ranges = [
    { from: start, to: end },
    ...rowsOutside.map((row) => ({ from: row, to: row + 1 })),
  ]
    .filter((range) => range.from < range.to)
    .toSorted((first, second) => first.from - second.from)
  const segments: RowSegment[] = []
  let next = 0
  for (const range of ranges) {
    if (range.from > next) segments.push({ from: next, to: range.from, isGap: true })
    segments.push({ ...range, isGap: false })
    next = range.to
  }
  if (next < count) segments.push({ from: next, to: count, isGap: true })
  return segments
}

/**
 * The rows between two positions on the screen. If the whole list is above or below, its nearest row. Null if empty.
 */
export function findVisibleRows(
  segments: readonly PositionedRowSegment[],
  { top, bottom }: { top: number; bottom: number },
  heights: RowHeights,
): RowRange | null {
  const first = segments[0]
  const last = segments.at(-1)
  if (!first || !last) return null
  if (first.top >= bottom) return { from: first.from, to: first.from + 1 }
  if (last.bottom <= top) return { from: last.to - 1, to: last.to }
  let from = Infinity
  let to = -Infinity
  for (const segment of segments) {
    if (segment.bottom <= top || segment.top >= bottom) continue
    const isCut = segment.isGap
    const firstRow =
      isCut && segment.top < top ? heights.findRow(segment, top - segment.top) : segment.from
    const lastRow =
      isCut && segment.bottom > bottom
        ? heights.findRow(segment, bottom - segment.top)
        : segment.to - 1
    from = Math.min(from, firstRow)
    to = Math.max(to, lastRow + 1)
  }
  return from < to ? { from, to } : { from: first.from, to: first.from + 1 }
}

export function containsRowRange(outer: RowRange, inner: RowRange): boolean {
  return outer.from <= inner.from && outer.to >= inner.to
}

/** Rows that are added at each end at once: few, so that a key press never waits long. */
const rowsAddedAtOnce = 2

/** Adds a few rows towards `target` to the rendered ones, and drops those outside `maxRange`. */
export function growRenderedRows(
  rendered: RowRange,
  target: RowRange,
  maxRange: RowRange,
): RowRange {
  const from = Math.max(rendered.from, maxRange.from)
  const to = Math.min(rendered.to, maxRange.to)
  return {
    from: Math.max(Math.min(from, target.from), from - rowsAddedAtOnce),
    to: Math.min(Math.max(to, target.to), to + rowsAddedAtOnce),
  }
}
