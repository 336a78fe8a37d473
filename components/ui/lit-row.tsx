import type { ReactNode } from 'react'
import { classes } from './classes'
import { Row } from './table'

/** The light reaches a little beyond the rules. */
export const litRow =
  'bg-accent-wash shadow-[-8px_0_var(--color-accent-wash),8px_0_var(--color-accent-wash)] hover:bg-accent-wash'

/** A row of a list that is walked by keys; a click lights it too. */
export function LitRow({
  name,
  isLit,
  onLight,
  className,
  children,
}: {
  name: string
  isLit: boolean
  onLight: (name: string) => void
  className?: string | false
  children: ReactNode
}) {
  return (
    <Row
      id={`row-${name}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => onLight(name)}
      className={classes('cursor-pointer', isLit && litRow, className)}
    >
      {children}
    </Row>
  )
}
