import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

/** The number of a row as a button, for the keyboard. A click anywhere else on the row does the same. */
export function RowNumberButton({
  isCurrent,
  ...buttonProps
}: { isCurrent: boolean } & Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button
      type="button"
      className={joinClasses(
        // The padding centres the focus ring. The margins keep the number where it would be without it.
        '-mx-2 min-w-6 rounded-control px-2',
        isCurrent ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
      )}
      {...buttonProps}
    />
  )
}
