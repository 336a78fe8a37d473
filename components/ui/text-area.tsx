import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes'
import { joinClasses } from './join-classes'

/** In the reading font, because it contains prose. */
export function TextArea({ className, rows = 3, ...textAreaProps }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={joinClasses(
        controlClasses,
        'block resize-y py-2 font-read text-excerpt font-text disabled:resize-none',
        className,
      )}
      {...textAreaProps}
    />
  )
}
