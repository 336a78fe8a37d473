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
/** Rendered before the screen is known: enough for one screen around the current row. */
const firstRows = { before: 8, after: 24 }
/** A screen of rows that have no height would be all of them. */
const maxRows = 200
/** Screens above and below, of rendered rows: after a jump, when idle, and before rows are dropped. */
const margins = { urgent: 0.25, near: 1, most: 1.5 }
/** Letters of a source per line, with the commands of formulas. */
const lineLetters = 90
const rowHeight = { line: 28, padding: 21 }

/** Attributes of a rendered row or gap, by which its place on the screen is read. */
export const rowIndexAttribute = 'data-row'
const gapAttribute = 'data-gap'

export interface RowWindow {
  segments: readonly RowSegment[]
  /** Attributes of a gap. */
  describeGap: (gap: RowSegment) => { style: { height: number }; 'data-gap': string }
}

interface WindowState {
  rendered: RowRange
  /** Rows that stay wherever they are. */
  busyRows: readonly number[]
}

/**
 * Renders only the rows near the screen, and the current one. Other rows are gaps of their height. `findSource` must be
 * stable; it has the text of a row, or null if it is not loaded.
 */
export function useRowWindow(
  listRef: RefObject<HTMLOListElement | null>,
  count: number,
  currentRow: number,
  findSource: (row: number) => string | null,
): RowWindow {
  const isWhole = count <= maxRowsWithoutWindow
  const [measured] = useState(() => new Map<number, number>())
  const heights = useMemo(
    () => new RowHeights(count, (row) => guessHeight(findSource(row)), measured),
    [count, findSource, measured],
  )
  const [{ rendered, busyRows }, setWindow] = useState<WindowState>(() => ({
    rendered: {
      from: currentRow - firstRows.before,
      to: Math.max(0, currentRow) + firstRows.after,
    },
    busyRows: [],
  }))
  const segments = useMemo(
    () =>
      isWhole
        ? [{ from: 0, to: count, isGap: false }]
        : listRowSegments(count, rendered, [currentRow, ...busyRows]),
    [isWhole, count, rendered, currentRow, busyRows],
  )
  const update = (isIdle: boolean): boolean => {
    const list = listRef.current
    if (!list) return false
    const placed = placeSegments(list, heights)
    const find = (screens: number) => findRows(placed, screens, heights)
    const show = (rows: RowRange) => setWindow({ rendered: rows, busyRows: listBusyRows(list) })
    if (!containsRowRange(rendered, find(0))) show(find(margins.urgent))
    else if (containsRowRange(rendered, find(margins.near))) return false
    else if (isIdle) show(growRenderedRows(rendered, find(margins.near), find(margins.most)))
    return true
  }
  const latestUpdate = useRef(update)
  useLayoutEffect(() => {
    latestUpdate.current = update
  })
  useFollowScreen(isWhole, segments, latestUpdate)
  return {
    segments,
    describeGap: (gap) => ({
      style: { height: heights.measure(gap) },
      [gapAttribute]: `${gap.from}-${gap.to}`,
    }),
  }
}

/** A gap on the screen is filled in the frame that would have shown it. Rows near the screen are added when idle. */
function useFollowScreen(
  isWhole: boolean,
  segments: readonly RowSegment[],
  update: RefObject<(isIdle: boolean) => boolean>,
): void {
  const [scheduler] = useState(() => new IdleScheduler(() => update.current(true)))
  // Rows can become higher or lower by notes and panels.
  useLayoutEffect(() => {
    if (!isWhole && update.current(false)) scheduler.start()
  }, [isWhole, segments, update, scheduler])
  useEffect(() => {
    if (isWhole) return
    const ending = new AbortController()
    const follow = () => flushSync(() => update.current(false) && scheduler.start())
    const { signal } = ending
    addEventListener('scroll', follow, { signal, passive: true })
    addEventListener('resize', follow, { signal, passive: true })
    return () => {
      ending.abort()
      scheduler.end()
    }
  }, [isWhole, update, scheduler])
}

/** Quick, for thousands of rows. */
function guessHeight(source: string | null): number {
  const lines = source === null ? 1 : Math.ceil(source.length / lineLetters)
  return lines * rowHeight.line + rowHeight.padding
}

/** The rows up to some screens above and below the screen; none for an empty list. */
function findRows(
  placed: readonly PositionedRowSegment[],
  screens: number,
  heights: RowHeights,
): RowRange {
  const margin = screens * innerHeight
  const rows = findVisibleRows(placed, { top: -margin, bottom: innerHeight + margin }, heights)
  if (!rows) return { from: 0, to: 0 }
  return { from: rows.from, to: Math.min(rows.to, rows.from + maxRows) }
}

/** Measures the rows too, before they become part of a gap, so that nothing moves then. */
function placeSegments(list: HTMLOListElement, heights: RowHeights): PositionedRowSegment[] {
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
