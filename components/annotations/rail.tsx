import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { Mark } from '@/components/ui/mark'
import type { Rating } from '@/lib/formats/record'
import type { WorkEvent } from '@/lib/annotations/work-state'
import { keepFocus, readInputMethod } from './input-method'
import { ratingLooks, ratings } from './ratings'

/** `later` cannot be rated yet; `waiting` can, and is neither lit nor rated. */
export type RowState = 'settled' | 'current' | 'waiting' | 'later'

interface RailProps {
  /** What stands in the margin: `4`, `6a`. */
  name: string
  /** What is rated, spoken. */
  label: string
  state: RowState
  rating: Rating | null
  onRate: (rating: Rating, by: WorkEvent['inputMethod']) => void
  onLight: (by: WorkEvent['inputMethod']) => void
}

const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as Record<string, number>

/** Number and three marks. The space bar rates, arrows go from mark to mark, Enter is left to the submit button. */
export function Rail({ name, label, state, rating, onRate, onLight }: RailProps) {
  const isCurrent = state === 'current'

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Enter') event.preventDefault()
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
    const at = radios.indexOf(event.target as HTMLElement)
    radios[(at + by + radios.length) % radios.length]?.focus()
  }

  /** Who comes here with the Tab key rates this one: the light goes along. */
  function light(event: FocusEvent<HTMLElement>) {
    if (!isCurrent && event.target.matches(':focus-visible')) onLight('key')
  }

  /** A tap beside the marks, and on a phone on the mark too, lights the row and rates nothing. */
  function click(event: MouseEvent) {
    if (!isCurrent) onLight(readInputMethod(event))
  }

  const number = (
    <span
      className={classes(
        'pr-1 text-right max-desk:pr-0 max-desk:text-left',
        isCurrent ? 'font-bold text-accent' : 'text-ink-3',
      )}
    >
      {name}
    </span>
  )
  if (state === 'later') return <div className={frame}>{number}</div>
  return (
    <div
      role="radiogroup"
      aria-label={`Rating of ${label}`}
      className={`${frame} group/rail`}
      onMouseDown={keepFocus}
      onKeyDown={press}
      onFocus={light}
      onClick={click}
    >
      {number}
      {ratings.map((value) => (
        <RailMark
          key={value}
          value={value}
          isLit={isCurrent}
          isChosen={rating === value}
          isStop={rating === value || (rating === null && value === -1)}
          onRate={onRate}
        />
      ))}
    </div>
  )
}

const frame =
  'relative isolate -my-0.5 grid h-8 grid-cols-[24px_repeat(3,32px)] items-center gap-x-1 ' +
  'max-desk:my-0 max-desk:h-7 max-desk:grid-cols-[22px_20px] max-desk:gap-x-0.5'

interface RailMarkProps {
  value: Rating
  isLit: boolean
  isChosen: boolean
  /** The one of the three that the Tab key stops at. */
  isStop: boolean
  onRate: RailProps['onRate']
}

function RailMark({ value, isLit, isChosen, isStop, onRate }: RailMarkProps) {
  const { word, shape, colour, pointedAt, chosen } = ratingLooks[value]

  function click(event: MouseEvent) {
    if (!isLit && matchMedia('(max-width: 640px)').matches) return
    event.stopPropagation()
    onRate(value, readInputMethod(event))
  }

  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={word}
      tabIndex={isStop ? 0 : -1}
      onClick={click}
      className={classes(
        'relative grid size-8 place-items-center rounded-control hover:transition-colors max-desk:h-7 max-desk:w-5 max-desk:border-0 max-desk:bg-transparent',
        !isChosen && 'max-desk:hidden',
        isLit && 'border',
        isLit && isChosen && chosen,
        isLit && !isChosen && `border-line bg-lit ${colour} ${pointedAt}`,
        !isLit && isChosen && colour,
        !isLit && !isChosen && 'text-ink-3',
      )}
    >
      {!isLit && !isChosen && <Dot />}
      <Mark
        shape={shape}
        inheritColour
        bold={isChosen}
        className={
          isLit || isChosen
            ? 'size-4'
            : 'invisible size-4 group-focus-within/rail:visible group-hover/rail:visible'
        }
      />
    </button>
  )
}

/** Unrated is a dot, never a dash. */
function Dot() {
  return (
    <span className="absolute size-[3px] rounded-full bg-line group-focus-within/rail:invisible group-hover/rail:invisible" />
  )
}
