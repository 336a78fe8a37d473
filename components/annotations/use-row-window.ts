import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  findVisibleRows,
  includesRows,
  listSegments,
  RowHeights,
  type PlacedSegment,
  type RowRange,
  type Segment,
} from './row-window'

/** Lists up to this length are rendered whole, so that the browser can search them. */
export const maxWholeRows = 60
/** Rendered before the screen is known: enough for one screen around the current row. */
const firstRows = { before: 8, after: 24 }
/** A screen of rows that have no height would be all of them. */
const maxRows = 200
/** Letters of a source per line, with the commands of formulas. */
const lineLetters = 90
const rowHeight = { line: 28, padding: 21 }

/** Attributes of a rendered row or gap, by which its place on the screen is read. */
export const rowAttribute = 'data-row'
const gapAttribute = 'data-gap'

export interface RowWindow {
  segments: readonly Segment[]
  /** Attributes of a gap. */
  describeGap: (gap: Segment) => { style: { height: number }; 'data-gap': string }
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
  const isWhole = count <= maxWholeRows
  const [measured] = useState(() => new Map<number, number>())
  const heights = useMemo(
    () => new RowHeights(count, (row) => guessHeight(findSource(row)), measured),
    [count, findSource, measured],
  )
  const [rendered, setRendered] = useState<RowRange>(() => ({
    from: currentRow - firstRows.before,
    to: Math.max(0, currentRow) + firstRows.after,
  }))
  const [busyRows, setBusyRows] = useState<readonly number[]>([])
  const segments = useMemo(
    () =>
      isWhole
        ? [{ from: 0, to: count, isGap: false }]
        : listSegments(count, rendered, [currentRow, ...busyRows]),
    [isWhole, count, rendered, currentRow, busyRows],
  )
  const update = () => {
    const list = listRef.current
    const next = list && findRendered(list, rendered, heights)
    if (!next) return
    setRendered(next)
    setBusyRows(listBusyRows(list))
  }
  const latestUpdate = useRef(update)
  useLayoutEffect(() => {
    latestUpdate.current = update
  })
  // Rows can become higher or lower by notes and panels.
  useLayoutEffect(() => {
    if (!isWhole) latestUpdate.current()
  }, [isWhole, segments])
  useFollowScreen(isWhole, latestUpdate)
  return {
    segments,
    describeGap: (gap) => ({
      style: { height: heights.measure(gap) },
      [gapAttribute]: `${gap.from}-${gap.to}`,
    }),
  }
}

/** The gap is filled in the frame that would have shown it. */
function useFollowScreen(isWhole: boolean, update: RefObject<() => void>): void {
  useEffect(() => {
    if (isWhole) return
    const ending = new AbortController()
    const follow = () => flushSync(() => update.current())
    const { signal } = ending
    addEventListener('scroll', follow, { signal, passive: true })
    addEventListener('resize', follow, { signal, passive: true })
    return () => ending.abort()
  }, [isWhole, update])
}

/** Quick, for thousands of rows. */
function guessHeight(source: string | null): number {
  const lines = source === null ? 1 : Math.ceil(source.length / lineLetters)
  return lines * rowHeight.line + rowHeight.padding
}

/** The rows to render from now on; null if those rendered still suffice. */
function findRendered(
  list: HTMLOListElement,
  rendered: RowRange,
  heights: RowHeights,
): RowRange | null {
  const placed = placeSegments(list)
  // Measured before they become part of a gap, so that nothing moves then.
  for (const { from, isGap, top, bottom } of placed) if (!isGap) heights.set(from, bottom - top)
  const find = (margin: number) =>
    limitRows(findVisibleRows(placed, { top: -margin, bottom: innerHeight + margin }, heights))
  const near = find(innerHeight / 2)
  return !near || includesRows(rendered, near) ? null : find(innerHeight)
}

function limitRows(rows: RowRange | null): RowRange | null {
  return rows && { from: rows.from, to: Math.min(rows.to, rows.from + maxRows) }
}

function placeSegments(list: HTMLOListElement): PlacedSegment[] {
  return [...list.children].flatMap((element): PlacedSegment[] => {
    const { top, bottom } = element.getBoundingClientRect()
    const gap = element.getAttribute(gapAttribute)
    if (gap !== null) {
      const [from, to] = gap.split('-').map(Number)
      return [{ from: from!, to: to!, isGap: true, top, bottom }]
    }
    const row = readRow(element)
    return row < 0 ? [] : [{ from: row, to: row + 1, isGap: false, top, bottom }]
  })
}

/** Rows with the focus or an end of the selection, which would be lost with their row. */
function listBusyRows(list: HTMLOListElement): number[] {
  const selection = getSelection()
  const ends = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []
  return [document.activeElement, ...ends].flatMap((node) => {
    const element = node instanceof Element ? node : node?.parentElement
    const row = element && list.contains(element) ? element.closest(`[${rowAttribute}]`) : null
    return row ? [readRow(row)] : []
  })
}

function readRow(element: Element): number {
  return Number(element.getAttribute(rowAttribute) ?? -1)
}
