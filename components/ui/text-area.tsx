import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

/** In the reading font, because it contains prose. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={joinClasses(
        'block w-full resize-y rounded-control border border-line bg-surface px-3 py-2 font-read text-excerpt font-text',
        'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent',
        'disabled:text-ink-3 aria-invalid:border-negative',
        className,
      )}
      {...rest}
    />
  )
}
