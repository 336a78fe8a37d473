import type { MouseEvent, ReactNode } from 'react'
import { ChoiceButton } from './choice-button'
import { preventFocusChange } from './input-method'
import { moveFocusByArrowKey } from './move-focus-by-arrow-key'

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
  // A chosen option may no longer be in the list; its index is then -1.
  const tabStopIndex = Math.max(chosenIndexes[0] ?? 0, 0)
  return (
    <div
      {...(allowsMany ? { role: 'group' } : { role: 'radiogroup', onKeyDown: moveFocusByArrowKey })}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onMouseDown={preventFocusChange}
      className={isRow ? 'flex flex-wrap gap-x-5' : undefined}
    >
      {choices.map((content, index) => {
        const isChosen = chosenIndexes.includes(index)
        const key = hasKeys && index < digitKeyCount ? String(index + 1) : undefined
        return (
          <ChoiceButton
            key={index}
            role={allowsMany ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            aria-keyshortcuts={key}
            tabIndex={allowsMany || index === tabStopIndex ? 0 : -1}
            keyCap={key ?? (isChosen ? '✓' : '\u00a0')}
            isChosen={isChosen}
            isDisabled={isDisabled}
            isRow={isRow}
            onClick={(event) => onChoose(index, event)}
          >
            {content}
          </ChoiceButton>
        )
      })}
    </div>
  )
}
