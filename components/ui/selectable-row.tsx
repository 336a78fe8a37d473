import type { ReactNode } from 'react'
import { classes } from './classes'
import { Row } from './table'

/** The light reaches a little beyond the rules. */
export const currentRowClasses =
  'bg-accent-wash shadow-[-8px_0_var(--color-accent-wash),8px_0_var(--color-accent-wash)] hover:bg-accent-wash'

/** A row of a list that is walked by keys; a click lights it too. */
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
    <Row
      id={`row-${name}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onSelect(name)}
      className={classes('cursor-pointer', isCurrent && currentRowClasses, className)}
    >
      {children}
    </Row>
  )
}
