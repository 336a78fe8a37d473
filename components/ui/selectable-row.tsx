import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'
import { TableRow } from './table'

/** The background extends slightly beyond the rules. */
export const currentRowClasses =
  'bg-accent-wash shadow-[-8px_0_var(--color-accent-wash),8px_0_var(--color-accent-wash)] hover:bg-accent-wash'

/** A row of a list with keyboard navigation. A click makes it the current row. */
export function SelectableRow({
  name,
  isCurrent,
  onSelect,
  className,
  children,
}: {
  name: string
  isCurrent: boolean
  onSelect: (name: string) => void
  className?: string | false
  children: ReactNode
}) {
  return (
    <TableRow
      id={`row-${name}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onSelect(name)}
      className={joinClasses('cursor-pointer', isCurrent && currentRowClasses, className)}
    >
      {children}
    </TableRow>
  )
}
