import type { ComponentProps, ReactNode } from 'react'
import { type ButtonTone, getButtonClasses } from './button-classes'
import { joinClasses } from './join-classes'
import { KeyLabel } from './key-label'
import { Link } from './link'

interface ButtonStyle {
  /** At most one primary button per screen. */
  tone?: ButtonTone
  /** The shortcut as displayed: `⏎`, `Esc`, `g`. */
  keyCap?: string
  children: ReactNode
}

/**
 * Pass `aria-disabled` rather than `disabled` if a click explains what is missing. The button then stays in the tab order, and
 * your click handler must check the state.
 */
export function Button({
  tone = 'plain',
  keyCap,
  className,
  children,
  ...buttonProps
}: ComponentProps<'button'> & ButtonStyle) {
  const isDisabled =
    buttonProps.disabled ||
    buttonProps['aria-disabled'] === true ||
    buttonProps['aria-disabled'] === 'true'
  return (
    <button
      type="button"
      className={joinClasses(getButtonClasses(isDisabled ? 'disabled' : tone), className)}
      {...buttonProps}
    >
      <ButtonLabel>{children}</ButtonLabel>
      {keyCap && <ButtonKey name={keyCap} onAccent={tone === 'primary' && !isDisabled} />}
    </button>
  )
}

/** A link that looks like a button. It navigates and never changes anything. */
export function ButtonLink({
  tone = 'plain',
  keyCap,
  className,
  children,
  ...buttonProps
}: ComponentProps<typeof Link> & ButtonStyle) {
  return (
    <Link className={joinClasses(getButtonClasses(tone), className)} {...buttonProps}>
      <ButtonLabel>{children}</ButtonLabel>
      {keyCap && <ButtonKey name={keyCap} onAccent={tone === 'primary'} />}
    </Link>
  )
}

/** Some labels contain a person's name, so long ones end in an ellipsis. */
function ButtonLabel({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <span className="truncate">{children}</span> : children
}

function ButtonKey({ name, onAccent }: { name: string; onAccent: boolean }) {
  return (
    <KeyLabel name={name} className={onAccent ? 'border-on-accent/55 text-on-accent' : undefined} />
  )
}
