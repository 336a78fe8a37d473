import { Fragment, type ReactNode } from 'react'
import type { RowWindow } from './use-row-window'

interface WindowedRowsProps {
  rowWindow: RowWindow
  children: (row: number) => ReactNode
}

/** The rendered rows of a list, and gaps in place of the other rows. */
export function WindowedRows({ rowWindow, children }: WindowedRowsProps) {
  // One flat list, so that rows keep their elements and the focus when a gap before them appears or disappears.
  return rowWindow.segments.flatMap((segment) =>
    segment.isGap
      ? [
          <li
            key={`gap-${segment.from}`}
            aria-hidden="true"
            className="[overflow-anchor:none]"
            {...rowWindow.getGapProps(segment)}
          />,
        ]
      : Array.from({ length: segment.to - segment.from }, (_, index) => {
          const row = segment.from + index
          return <Fragment key={row}>{children(row)}</Fragment>
        }),
  )
}

/** Attributes of a row in a list of which only some rows are rendered. */
export function getListPositionProps(row: number, count: number) {
  return { 'aria-posinset': row + 1, 'aria-setsize': count, 'data-row': row }
}
