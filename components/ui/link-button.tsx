import type { ComponentProps } from 'react'
import { classes } from './classes'

/** An act in a sentence, a table row or a section's head: looks like a link, does something here. */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type={type}
      className={classes(
        'text-accent underline decoration-current/35 underline-offset-3',
        'hover:text-accent-hover hover:decoration-current',
        className,
      )}
      {...rest}
    />
  )
}
