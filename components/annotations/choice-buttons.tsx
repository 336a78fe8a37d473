import type { MouseEvent, ReactNode } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { preventFocusChange } from './input-method'

/** Choices with a digit key. */
const digits = 9

interface ChoiceButtonsProps {
  label: string
  choices: readonly ReactNode[]
  /** Indexes of the chosen ones. */
  chosen: readonly number[]
  /** Checkboxes instead of radio buttons. */
  allowsMany?: boolean
  /** Side by side. */
  isRow?: boolean
  /** Readable but disabled until it is asked. */
  isUpcoming?: boolean
  onChoose: (index: number, event: MouseEvent) => void
}

/** A list whose key caps are its radio buttons or checkboxes. */
export function ChoiceButtons(props: ChoiceButtonsProps) {
  const {
    label,
    choices,
    chosen,
    allowsMany = false,
    isRow = false,
    isUpcoming = false,
    onChoose,
  } = props
  return (
    <div
      role={allowsMany ? 'group' : 'radiogroup'}
      aria-label={label}
      onMouseDown={preventFocusChange}
      className={isRow ? 'flex flex-wrap gap-x-5' : undefined}
    >
      {choices.map((content, index) => {
        const isChosen = chosen.includes(index)
        return (
          <button
            key={index}
            type="button"
            role={allowsMany ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            aria-keyshortcuts={index < digits ? String(index + 1) : undefined}
            disabled={isUpcoming}
            onClick={(event) => onChoose(index, event)}
            className={joinClasses(
              '-mx-2 items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text not-disabled:hover:bg-wash disabled:text-ink-3 max-desk:py-2',
              isRow ? 'inline-flex' : 'grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)]',
            )}
          >
            <KeyLabel
              name={index < digits ? String(index + 1) : '·'}
              className={
                isChosen
                  ? 'border-accent bg-accent text-on-accent'
                  : 'border-line bg-surface text-ink-2'
              }
            />
            <span className="min-w-0 wrap-anywhere">{content}</span>
          </button>
        )
      })}
    </div>
  )
}
