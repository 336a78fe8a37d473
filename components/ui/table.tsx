import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

/** A table in the style of a journal: rules above, below the header and at the end, no vertical lines or stripes. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    <table
      className={joinClasses(
        'w-full border-collapse border-y border-ink',
        '[&_tbody_tr:last-child>*]:border-b-0 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0',
        className,
      )}
      {...rest}
    />
  )
}

interface CellStyle {
  /** Numbers are right-aligned. */
  numeric?: boolean
}

export function TableHeaderCell({
  numeric = false,
  className,
  scope = 'col',
  ...rest
}: ComponentProps<'th'> & CellStyle) {
  return (
    <th
      scope={scope}
      className={joinClasses(
        'border-b border-line p-2 align-bottom text-caption font-book whitespace-nowrap text-ink-3',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
      {...rest}
    />
  )
}

export function TableCell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'td'> & CellStyle) {
  return (
    <td
      className={joinClasses(
        'border-b border-rule px-2 py-1.5 align-baseline',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  )
}

/** A row that links to a page. */
export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={joinClasses(
        'transition-colors hover:bg-wash aria-selected:bg-accent-wash',
        className,
      )}
      {...rest}
    />
  )
}
