import { useContext, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { RatingIcon } from '@/components/ui/rating-icon'
import type { InputMethod } from '@/lib/annotations/state-fields'
import type { Rating } from '@/lib/formats/record'
import { preventFocusChange, readInputMethod } from './input-method'
import { EditingBlockContext } from './labelling-screen-context'
import { moveFocusByArrowKey } from './move-focus-by-arrow-key'
import { ratingStyles, ratingValues } from './rating-values'

/** `later` can't be rated yet; `waiting` can but is not rated. */
export type RatableRowState = 'settled' | 'current' | 'waiting' | 'later'

interface RatingRadioGroupProps {
  /** Number in the margin: `4`, `6a`. */
  name: string
  /** Spoken name. */
  label: string
  state: RatableRowState
  rating: Rating | null
  onRate: (rating: Rating, inputMethod: InputMethod) => void
  onSelect: (inputMethod: InputMethod) => void
}

/** The number and the three rating buttons. Space rates, arrow keys move, Enter submits. */
export function RatingRadioGroup({
  name,
  label,
  state,
  rating,
  onRate,
  onSelect,
}: RatingRadioGroupProps) {
  const isCurrent = state === 'current'
  const isBlocked = useContext(EditingBlockContext)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Enter') event.preventDefault()
    moveFocusByArrowKey(event)
  }

  /** Selects the row when the keyboard focus enters it. */
  function selectOnFocus(event: FocusEvent<HTMLElement>) {
    if (!isCurrent && event.target.matches(':focus-visible')) onSelect('key')
  }

  /** A tap next to the buttons selects the row without rating it. On a phone, so does a tap on the buttons of another row. */
  function handleClick(event: MouseEvent) {
    if (!isCurrent) onSelect(readInputMethod(event))
  }

  const number = (
    <span
      className={joinClasses(
        'pr-1 text-right max-desk:pr-0 max-desk:text-left',
        isCurrent ? 'font-bold text-accent' : 'text-ink-3',
      )}
    >
      {name}
    </span>
  )
  if (state === 'later') return <div className={frameClasses}>{number}</div>
  return (
    <div
      role="radiogroup"
      aria-label={`Rating of ${label}`}
      aria-disabled={isBlocked || undefined}
      className={joinClasses(frameClasses, !isBlocked && 'group/rail')}
      onMouseDown={preventFocusChange}
      onKeyDown={handleKeyDown}
      onFocus={selectOnFocus}
      onClick={handleClick}
    >
      {number}
      {ratingValues.map((value) => (
        <RatingButton
          key={value}
          value={value}
          isCurrent={isCurrent}
          isBlocked={isBlocked}
          isChosen={rating === value}
          isTabStop={rating === value || (rating === null && value === -1)}
          onRate={onRate}
        />
      ))}
    </div>
  )
}

const frameClasses =
  'relative -my-0.5 grid h-8 grid-cols-[24px_repeat(3,32px)] items-center gap-x-1 ' +
  'max-desk:my-0 max-desk:h-7 max-desk:grid-cols-[22px_20px] max-desk:gap-x-0.5'

interface RatingButtonProps {
  value: Rating
  isCurrent: boolean
  isBlocked: boolean
  isChosen: boolean
  /** The only one of the three in the tab order. */
  isTabStop: boolean
  onRate: RatingRadioGroupProps['onRate']
}

function RatingButton(props: RatingButtonProps) {
  const { value, isCurrent, isBlocked, isChosen, isTabStop, onRate } = props
  const { label, shape, colour, hover, chosen } = ratingStyles[value]

  function handleClick(event: MouseEvent) {
    if (!isCurrent && matchMedia('(max-width: 640px)').matches) return
    event.stopPropagation()
    onRate(value, readInputMethod(event))
  }

  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-disabled={isBlocked || undefined}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={handleClick}
      className={joinClasses(
        'relative grid size-8 place-items-center rounded-control hover:transition-colors max-desk:h-7 max-desk:w-5 max-desk:border-0 max-desk:bg-transparent',
        !isChosen && 'max-desk:hidden',
        isCurrent && 'border',
        isCurrent && isChosen && chosen,
        isCurrent && !isChosen && isBlocked && 'border-rule text-ink-3',
        isCurrent && !isChosen && !isBlocked && `border-line bg-surface ${colour} ${hover}`,
        !isCurrent && isChosen && colour,
        !isCurrent && !isChosen && 'text-ink-3',
      )}
    >
      {!isCurrent && !isChosen && <Dot />}
      <RatingIcon
        shape={shape}
        inheritColour
        bold={isChosen}
        className={
          isCurrent || isChosen
            ? 'size-4'
            : 'invisible size-4 group-focus-within/rail:visible group-hover/rail:visible'
        }
      />
    </button>
  )
}

/** Unrated is a dot, because a dash means neutral. */
function Dot() {
  return (
    <span className="absolute size-[3px] rounded-full bg-line group-focus-within/rail:invisible group-hover/rail:invisible" />
  )
}
