import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

const tableClasses =
  'w-full border-collapse border-y border-ink ' +
  '[&_tbody_tr:last-child>*]:border-b-0 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0'
const headerCellClasses =
  'border-b border-line p-2 align-bottom text-caption font-book whitespace-nowrap text-ink-3'
const cellClasses = 'border-b border-rule px-2 py-1.5 align-baseline'
const rowClasses = 'transition-colors hover:bg-wash aria-selected:bg-accent-wash'

/** A table in the style of a journal: rules above, below the header and at the end, no vertical lines or stripes. */
export function Table({ className, ...tableProps }: ComponentProps<'table'>) {
  return <table className={joinClasses(tableClasses, className)} {...tableProps} />
}

interface CellStyle {
  /** Numbers are right-aligned. */
  numeric?: boolean
}

export function TableHeaderCell({
  numeric = false,
  className,
  scope = 'col',
  ...cellProps
}: ComponentProps<'th'> & CellStyle) {
  const alignment = numeric ? 'text-right' : 'text-left'
  return (
    <th
      scope={scope}
      className={joinClasses(headerCellClasses, alignment, className)}
      {...cellProps}
    />
  )
}

export function TableCell({ numeric, className, ...cellProps }: ComponentProps<'td'> & CellStyle) {
  return (
    <td className={joinClasses(cellClasses, numeric && 'text-right', className)} {...cellProps} />
  )
}

/** A row that is highlighted under the pointer. */
export function TableRow({ className, ...rowProps }: ComponentProps<'tr'>) {
  return <tr className={joinClasses(rowClasses, className)} {...rowProps} />
}
