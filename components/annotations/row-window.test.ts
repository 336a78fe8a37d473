import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findVisibleRows,
  growRenderedRows,
  containsRowRange,
  listRowSegments,
  RowHeights,
} from './row-window'

/** Gives segments the positions at which the browser would lay them out below `top`. */
function positionSegments(
  segments: ReturnType<typeof listRowSegments>,
  heights: RowHeights,
  top: number,
) {
  let next = top
  return segments.map((segment) => {
    const placed = { ...segment, top: next, bottom: next + heights.measure(segment) }
    next = placed.bottom
    return placed
  })
}

test('rendered rows and gaps of a windowed list cover every row once and in order', () => {
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.nat(400),
      fc.nat(400),
      fc.array(fc.integer({ min: -5, max: 400 }), { maxLength: 4 }),
      (count, from, to, alwaysRendered) => {
        const segments = listRowSegments(count, { from, to }, alwaysRendered)
        const rows = segments.flatMap((segment) =>
          Array.from({ length: segment.to - segment.from }, (_, index) => segment.from + index),
        )
        expect(rows).toEqual(Array.from({ length: count }, (_, row) => row))
        const rendered = segments.filter(({ isGap }) => !isGap)
        for (const row of alwaysRendered.filter((each) => each >= 0 && each < count))
          expect(
            rendered.some((segment) => containsRowRange(segment, { from: row, to: row + 1 })),
          ).toBe(true)
      },
    ),
  )
})

test('the visible rows are those whose positions overlap the screen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 120 }),
      fc.integer({ min: -15_000, max: 500 }),
      fc.nat(120),
      (rows, top, from) => {
        const heights = new RowHeights(rows.length, (row) => rows[row]!)
        const segments = positionSegments(
          listRowSegments(rows.length, { from, to: from + 10 }, []),
          heights,
          top,
        )
        const visible = findVisibleRows(segments, { top: 0, bottom: 600 }, heights)!
        expect(visible.from).toBeLessThan(visible.to)
        for (let row = 0; row < rows.length; row += 1) {
          const rowTop = top + heights.measure({ from: 0, to: row })
          const isOnScreen = rowTop < 600 && rowTop + rows[row]! > 0
          if (isOnScreen) expect(containsRowRange(visible, { from: row, to: row + 1 })).toBe(true)
        }
      },
    ),
  )
})

test('a list above or below the screen treats its nearest row as visible', () => {
  const heights = new RowHeights(100, () => 50)
  const segments = listRowSegments(100, { from: 0, to: 10 }, [])
  const screen = { top: 0, bottom: 600 }
  expect(findVisibleRows(positionSegments(segments, heights, 700), screen, heights)).toEqual({
    from: 0,
    to: 1,
  })
  expect(findVisibleRows(positionSegments(segments, heights, -9_000), screen, heights)).toEqual({
    from: 99,
    to: 100,
  })
  expect(findVisibleRows([], screen, heights)).toBeNull()
})

test('a measured row height replaces the estimate and moves the rows below', () => {
  const heights = new RowHeights(10, () => 50)
  expect(heights.measure({ from: 2, to: 10 })).toBe(400)
  heights.set(3, 250)
  expect(heights.measure({ from: 2, to: 10 })).toBe(600)
  expect(heights.findRow({ from: 2, to: 10 }, 299)).toBe(3)
  expect(heights.findRow({ from: 2, to: 10 }, 300)).toBe(4)
  expect(heights.findRow({ from: 2, to: 10 }, 9_999)).toBe(9)
})

test('the row window grows by a few rows at a time to reach the target, and drops distant rows', () => {
  const target = { from: 90, to: 130 }
  const maxRange = { from: 85, to: 135 }
  let rows = { from: 60, to: 120 }
  let count = 0
  while (!containsRowRange(rows, target)) {
    const next = growRenderedRows(rows, target, maxRange)
    expect(next.to - rows.to).toBeLessThanOrEqual(2)
    rows = next
    expect((count += 1)).toBeLessThan(20)
  }
  expect(rows).toEqual({ from: 85, to: 130 })
})
