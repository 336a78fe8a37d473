import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'
import { KeyLabel } from './key-label'

const toneClasses = {
  plain:
    'text-ink-2 not-disabled:not-aria-disabled:hover:text-ink disabled:text-ink-3 aria-disabled:text-ink-3',
  /** The main action of a strip. */
  accent: 'text-accent not-disabled:hover:text-accent-hover disabled:text-ink-3',
}

/** For the page header, the footer bar and rows: has a border only on hover. */
export function QuietButton({
  keyCap,
  tone = 'plain',
  className,
  children,
  ...buttonProps
}: ComponentProps<'button'> & { keyCap?: string; tone?: keyof typeof toneClasses }) {
  return (
    <button
      type="button"
      className={joinClasses(
        'inline-flex h-7 items-center gap-1.5 rounded-control px-2 whitespace-nowrap',
        'transition-colors not-disabled:not-aria-disabled:hover:bg-wash',
        toneClasses[tone],
        className,
      )}
      {...buttonProps}
    >
      {children}
      {keyCap && <KeyLabel name={keyCap} />}
    </button>
  )
}
