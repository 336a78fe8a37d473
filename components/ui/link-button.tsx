import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'

const linkClasses =
  'text-accent underline decoration-current/35 underline-offset-3 ' +
  'hover:text-accent-hover hover:decoration-current'

/** A button that looks like a link, for actions in sentences, table rows and section headers. */
export function LinkButton({ className, ...buttonProps }: ComponentProps<'button'>) {
  return <button type="button" className={joinClasses(linkClasses, className)} {...buttonProps} />
}
