import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={joinClasses(
        'h-9 w-full rounded-control border border-line bg-surface px-3 text-strong',
        'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent',
        'disabled:text-ink-3 aria-invalid:border-negative',
        className,
      )}
      {...rest}
    />
  )
}
