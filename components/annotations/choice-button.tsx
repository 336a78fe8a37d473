import type { ComponentProps } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'

interface ChoiceButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  keyCap: string
  isChosen: boolean
  /** It stays focusable, and a click does nothing. */
  isDisabled: boolean
  /** Side by side with others. */
  isRow?: boolean
}

/** A choice. Its key cap shows whether it is chosen. */
export function ChoiceButton({
  keyCap,
  isChosen,
  isDisabled,
  isRow = false,
  onClick,
  children,
  ...buttonProps
}: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className={joinClasses(
        '-mx-2 items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text max-desk:py-2',
        isDisabled ? 'text-ink-3' : 'hover:bg-wash',
        isRow ? 'inline-flex' : 'grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)]',
      )}
      {...buttonProps}
    >
      <KeyLabel
        name={keyCap}
        className={
          isChosen
            ? 'border-accent bg-accent text-on-accent'
            : isDisabled
              ? 'border-rule text-ink-3'
              : undefined
        }
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </button>
  )
}
