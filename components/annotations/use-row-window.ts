import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { IdleScheduler } from './idle-scheduler'
import {
  findVisibleRows,
  growRenderedRows,
  containsRowRange,
  listRowSegments,
  RowHeights,
  type PositionedRowSegment,
  type RowRange,
  type RowSegment,
} from './row-window'

/** Lists up to this length are rendered whole, so that the browser can search them. */
export const maxRowsWithoutWindow = 60
/** Rendered before the screen is known: about one screen around the current row. The first layout adds what is missing. */
const initialRows = { before: 4, after: 14 }
/** Limits the rows of a screen, because rows without a height would all fit on it. */
const maxRows = 200
/** How far rows are rendered above and below the screen, in screens: `urgent` after a jump, `near` when idle, `max` at most. */
const margins = { urgent: 0.25, near: 0.6, max: 0.9 }
/** Characters of the source per line, including the commands of formulas. */
const charactersPerLine = 90
const rowHeight = { line: 28, padding: 21 }

/** Attributes that identify a rendered row or gap in the page. */
export const rowIndexAttribute = 'data-row'
const gapAttribute = 'data-gap'

export interface RowWindow {
  segments: readonly RowSegment[]
  /** Attributes of a gap. */
  getGapProps: (gap: RowSegment) => { style: { height: number }; 'data-gap': string }
}

interface WindowState {
  rendered: RowRange
  /** Rows that stay rendered wherever they are. */
  busyRows: readonly number[]
}

/**
 * Renders only the current row and the rows near the screen. Gaps of the same height replace the other rows.
 * `findSource` must be stable. It returns the source of a row, or null if it is not loaded.
 */
export function useRowWindow(
  listRef: RefObject<HTMLOListElement | null>,
  count: number,
  currentRow: number,
  findSource: (row: number) => string | null,
): RowWindow {
  const isFullyRendered = count <= maxRowsWithoutWindow
  const [measured] = useState(() => new Map<number, number>())
  const heights = useMemo(
    () => new RowHeights(count, (row) => estimateHeight(findSource(row)), measured),
    [count, findSource, measured],
  )
  const [{ rendered, busyRows }, setWindow] = useState<WindowState>(() => ({
    rendered: {
      from: currentRow - initialRows.before,
      to: Math.max(0, currentRow) + initialRows.after,
    },
    busyRows: [],
  }))
  // While the current row is among the rendered ones, the segments stay the same, so a key press measures no rows.
  const rowOutside = containsRowRange(rendered, { from: currentRow, to: currentRow + 1 })
    ? -1
    : currentRow
  const segments = useMemo(
    () =>
      isFullyRendered
        ? [{ from: 0, to: count, isGap: false }]
        : listRowSegments(count, rendered, [rowOutside, ...busyRows]),
    [isFullyRendered, count, rendered, rowOutside, busyRows],
  )
  const update = (isIdle: boolean): boolean => {
    const list = listRef.current
    if (!list) return false
    const positionedSegments = positionSegments(list, heights)
    const findRowsWithin = (screens: number) => findRows(positionedSegments, screens, heights)
    const renderRows = (rows: RowRange) =>
      setWindow({ rendered: rows, busyRows: listBusyRows(list) })
    if (!containsRowRange(rendered, findRowsWithin(0))) renderRows(findRowsWithin(margins.urgent))
    else if (containsRowRange(rendered, findRowsWithin(margins.near))) return false
    else if (isIdle)
      renderRows(
        growRenderedRows(rendered, findRowsWithin(margins.near), findRowsWithin(margins.max)),
      )
    return true
  }
  const latestUpdate = useRef(update)
  useLayoutEffect(() => {
    latestUpdate.current = update
  })
  useFollowScreen(isFullyRendered, segments, latestUpdate)
  return {
    segments,
    getGapProps: (gap) => ({
      style: { height: heights.measure(gap) },
      [gapAttribute]: `${gap.from}-${gap.to}`,
    }),
  }
}

/** Fills a gap in the frame in which it would become visible, and adds rows near the screen when the page is idle. */
function useFollowScreen(
  isFullyRendered: boolean,
  segments: readonly RowSegment[],
  update: RefObject<(isIdle: boolean) => boolean>,
): void {
  const [scheduler] = useState(() => new IdleScheduler(() => update.current(true)))
  useLayoutEffect(() => {
    if (!isFullyRendered) update.current(false)
  }, [isFullyRendered, segments, update])
  // Notes, panels and raw text change the heights of rows.
  useEffect(() => {
    if (!isFullyRendered) scheduler.start()
  })
  useEffect(() => {
    if (isFullyRendered) return
    const abortController = new AbortController()
    const updateOnScroll = () => flushSync(() => update.current(false) && scheduler.start())
    const { signal } = abortController
    addEventListener('scroll', updateOnScroll, { signal, passive: true })
    addEventListener('resize', updateOnScroll, { signal, passive: true })
    return () => {
      abortController.abort()
      scheduler.stop()
    }
  }, [isFullyRendered, update, scheduler])
}

/** A rough estimate, because there can be thousands of rows. */
function estimateHeight(source: string | null): number {
  const lines = source === null ? 1 : Math.ceil(source.length / charactersPerLine)
  return lines * rowHeight.line + rowHeight.padding
}

/** The rows on the screen and up to `screens` screens above and below it; none for an empty list. */
function findRows(
  positionedSegments: readonly PositionedRowSegment[],
  screens: number,
  heights: RowHeights,
): RowRange {
  const margin = screens * innerHeight
  const rows = findVisibleRows(
    positionedSegments,
    { top: -margin, bottom: innerHeight + margin },
    heights,
  )
  if (!rows) return { from: 0, to: 0 }
  return { from: rows.from, to: Math.min(rows.to, rows.from + maxRows) }
}

/** Also measures the rendered rows, so that nothing moves when a gap replaces them. */
function positionSegments(list: HTMLOListElement, heights: RowHeights): PositionedRowSegment[] {
  return [...list.children].flatMap((element): PositionedRowSegment[] => {
    const { top, bottom } = element.getBoundingClientRect()
    const gap = element.getAttribute(gapAttribute)
    if (gap !== null) {
      const [from, to] = gap.split('-').map(Number)
      return [{ from: from!, to: to!, isGap: true, top, bottom }]
    }
    const row = readRow(element)
    if (row >= 0) heights.set(row, bottom - top)
    return row < 0 ? [] : [{ from: row, to: row + 1, isGap: false, top, bottom }]
  })
}

/** Rows with the focus or an end of the selection, which would be lost with their row. */
function listBusyRows(list: HTMLOListElement): number[] {
  const selection = getSelection()
  const ends = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []
  return [document.activeElement, ...ends].flatMap((node) => {
    const element = node instanceof Element ? node : node?.parentElement
    const row = element && list.contains(element) ? element.closest(`[${rowIndexAttribute}]`) : null
    return row ? [readRow(row)] : []
  })
}

function readRow(element: Element): number {
  return Number(element.getAttribute(rowIndexAttribute) ?? -1)
}
