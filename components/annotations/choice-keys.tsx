import type { MouseEvent, ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { KeyCap } from '@/components/ui/key-cap'
import { keepFocus } from './input-method'

/** Digits reach so far; what comes after is pressed. */
const digits = 9

interface ChoiceKeysProps {
  label: string
  choices: readonly ReactNode[]
  /** Places of what is chosen. */
  chosen: readonly number[]
  /** Several may be chosen. */
  isMany?: boolean
  /** Short ones stand side by side. */
  isRow?: boolean
  /** Not asked yet: to be read, not to be pressed. */
  isLater?: boolean
  onChoose: (index: number, event: MouseEvent) => void
}

/** A list to choose from: the key cap is the radio button, or the check box. */
export function ChoiceKeys(props: ChoiceKeysProps) {
  const { label, choices, chosen, isMany = false, isRow = false, isLater = false, onChoose } = props
  return (
    <div
      role={isMany ? 'group' : 'radiogroup'}
      aria-label={label}
      onMouseDown={keepFocus}
      className={isRow ? 'flex flex-wrap gap-x-5' : undefined}
    >
      {choices.map((content, index) => {
        const isChosen = chosen.includes(index)
        return (
          <button
            key={index}
            type="button"
            role={isMany ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            aria-keyshortcuts={index < digits ? String(index + 1) : undefined}
            disabled={isLater}
            onClick={(event) => onChoose(index, event)}
            className={classes(
              '-mx-2 items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text not-disabled:hover:bg-wash disabled:text-ink-3 max-desk:py-2',
              isRow ? 'inline-flex' : 'grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)]',
            )}
          >
            <KeyCap
              name={index < digits ? String(index + 1) : '·'}
              className={
                isChosen
                  ? 'border-accent bg-accent text-on-accent'
                  : 'border-line bg-lit text-ink-2'
              }
            />
            <span className="min-w-0">{content}</span>
          </button>
        )
      })}
    </div>
  )
}
