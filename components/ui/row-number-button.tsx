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
        'min-w-6 justify-self-start rounded-control text-right',
        isCurrent ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
      )}
      {...buttonProps}
    />
  )
}
