import { joinClasses } from './join-classes'

export type RatingIconShape = 'cross' | 'dash' | 'tick'

const paths = {
  cross: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  dash: 'M3 8h10',
  tick: 'M2.75 8.75l3.5 3.75 7-8.75',
} satisfies Record<RatingIconShape, string>

const colours = {
  cross: 'text-negative',
  dash: 'text-neutral',
  tick: 'text-positive',
} satisfies Record<RatingIconShape, string>

/**
 * The mark of a rating. Its shape alone tells the ratings apart, without the colour. Pass `label` if there is no text next
 * to the mark; without a label it is hidden from screen readers.
 */
export function RatingIcon({
  shape,
  label,
  bold = false,
  inheritColour = false,
  className,
}: {
  shape: RatingIconShape
  label?: string
  bold?: boolean
  /** Uses the current text colour. */
  inheritColour?: boolean
  /** Size. */
  className?: string
}) {
  return (
    <svg
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={bold ? 2.5 : 2.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joinClasses('flex-none', !inheritColour && colours[shape], className ?? 'size-4')}
    >
      <path d={paths[shape]} />
    </svg>
  )
}
