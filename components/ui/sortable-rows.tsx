'use client'

import { type ReactNode, useState } from 'react'
import { Icon } from './icon'
import { joinClasses } from './join-classes'
import { changeSortOrder, type SortOrder, sortRows, type SortValue } from './sort-rows'
import { TableHeaderCell } from './table'

export interface ColumnHeaderOptions {
  content: ReactNode
  isSortable: boolean
  numeric?: boolean
  className?: string
}

/**
 * The header and the rows of a table that the user can sort. The rows arrive rendered, with their values, so that tables
 * of server components can be sorted too.
 */
export function SortableRows({
  headers,
  rows,
}: {
  headers: readonly ColumnHeaderOptions[]
  rows: readonly { key: string; row: ReactNode; sortValues: readonly SortValue[] }[]
}) {
  const [order, setOrder] = useState<SortOrder | null>(null)
  const sortedRows = order ? sortRows(rows, order) : rows
  return (
    <>
      <thead>
        <tr>
          {headers.map(({ content, isSortable, numeric = false, className }, column) => {
            const direction = order?.column === column ? order.direction : undefined
            return (
              <TableHeaderCell
                key={column}
                numeric={numeric}
                className={className}
                aria-sort={direction}
              >
                {isSortable ? (
                  <SortButton
                    direction={direction}
                    numeric={numeric}
                    onClick={() => setOrder(changeSortOrder(order, { column, isNumeric: numeric }))}
                  >
                    {content}
                  </SortButton>
                ) : (
                  content
                )}
              </TableHeaderCell>
            )
          })}
        </tr>
      </thead>
      <tbody>{sortedRows.map(({ row }) => row)}</tbody>
    </>
  )
}

/** The arrow is outside of the text, so that columns keep their widths. Before a press it is shown under the pointer only. */
function SortButton({
  direction,
  numeric,
  onClick,
  children,
}: {
  direction: SortOrder['direction'] | undefined
  numeric: boolean
  onClick: () => void
  children: ReactNode
}) {
  const isDescending = (direction ?? (numeric ? 'descending' : 'ascending')) === 'descending'
  return (
    <button
      type="button"
      onClick={onClick}
      className={joinClasses('group relative hover:text-ink', direction && 'text-ink')}
    >
      {children}
      <Icon
        name="up"
        className={joinClasses(
          'absolute top-0.5 size-3',
          numeric ? 'right-full mr-0.5' : 'left-full ml-0.5',
          isDescending && 'rotate-180',
          !direction && 'hidden group-hover:block',
        )}
      />
    </button>
  )
}
