import type { MouseEvent, ReactNode } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { ChoiceKeyLabel } from './choice-key-label'
import { preventFocusChange } from './input-method'

/** Only the first 9 choices have a digit key. */
const digitKeyCount = 9

interface ChoiceButtonsProps {
  label: string
  choices: readonly ReactNode[]
  chosenIndexes: readonly number[]
  /** Checkboxes instead of radio buttons. */
  allowsMany?: boolean
  /** Side by side. */
  isRow?: boolean
  /** Whether digits choose from this list now. */
  hasKeys: boolean
  /** Nothing can be chosen now. */
  isDisabled?: boolean
  onChoose: (index: number, event: MouseEvent) => void
}

/** A list of choices, each a radio button or checkbox. Its key cap shows whether it is chosen. */
export function ChoiceButtons(props: ChoiceButtonsProps) {
  const {
    label,
    choices,
    chosenIndexes,
    allowsMany = false,
    isRow = false,
    isDisabled = false,
    onChoose,
  } = props
  const hasKeys = props.hasKeys && !isDisabled
  return (
    <div
      role={allowsMany ? 'group' : 'radiogroup'}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onMouseDown={preventFocusChange}
      className={isRow ? 'flex flex-wrap gap-x-5' : undefined}
    >
      {choices.map((content, index) => {
        const isChosen = chosenIndexes.includes(index)
        const key = hasKeys && index < digitKeyCount ? String(index + 1) : undefined
        return (
          <button
            key={index}
            type="button"
            role={allowsMany ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            aria-disabled={isDisabled || undefined}
            aria-keyshortcuts={key}
            onClick={(event) => isDisabled || onChoose(index, event)}
            className={joinClasses(
              '-mx-2 items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text max-desk:py-2',
              isDisabled ? 'text-ink-3' : 'hover:bg-wash',
              isRow ? 'inline-flex' : 'grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)]',
            )}
          >
            <ChoiceKeyLabel
              name={key ?? (isChosen ? '✓' : '\u00a0')}
              isChosen={isChosen}
              isDisabled={isDisabled}
            />
            <span className="min-w-0 wrap-anywhere">{content}</span>
          </button>
        )
      })}
    </div>
  )
}
