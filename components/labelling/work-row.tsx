import { memo, type ReactNode } from 'react'
import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import type { Rating } from '@/lib/formats/record'
import type { RatedTarget, WorkEvent } from '@/lib/labelling/work-state'
import type { TypesetText } from '@/lib/problems/typeset'
import { Rail, type RowState } from './rail'
import { nameRating } from './ratings'

interface WorkRowProps {
  kind: RatedTarget['kind']
  /** Of the step or the option, 0-based. */
  index: number
  /** In the margin: `4`, `6a`. */
  name: string
  /** Spoken: `step 4 of 9`. */
  label: string
  text: TypesetText
  source: string
  state: RowState
  rating: Rating | null
  isRaw: boolean
  /** Not laid out until it comes near: there are hundreds of rows. */
  isOneOfMany?: boolean
  note?: ReactNode
  onRate: (target: RatedTarget, rating: Rating, by: WorkEvent['inputMethod']) => void
  onLight: (target: RatedTarget, by: WorkEvent['inputMethod']) => void
}

/** A step or an option with its rail. Keeps its height in every state: only colour passes. */
export const WorkRow = memo(function WorkRow(props: WorkRowProps) {
  const { name, label, state, rating } = props
  const target: RatedTarget =
    props.kind === 'step'
      ? { kind: 'step', step: props.index }
      : { kind: 'option', option: props.index }
  const spoken = state === 'later' ? 'not reached' : nameRating(rating)
  return (
    <li
      aria-label={`${label.charAt(0).toUpperCase()}${label.slice(1)}, ${spoken}`}
      aria-current={state === 'current' ? 'step' : undefined}
      className={classes(
        'relative sheet-row py-2.5 max-desk:py-2',
        bleed,
        props.isOneOfMany && '[contain-intrinsic-size:auto_3rem] [content-visibility:auto]',
      )}
    >
      <Light isOn={state === 'current'} />
      <Rail
        name={name}
        label={label}
        state={state}
        rating={rating}
        onRate={(value, by) => props.onRate(target, value, by)}
        onLight={(by) => props.onLight(target, by)}
      />
      <div
        className={classes(
          'relative col-text text-reading transition-colors duration-(--move)',
          (state === 'later' || state === 'waiting') && 'text-ink-3',
        )}
      >
        {props.isRaw ? <RawText source={props.source} /> : <Typeset text={props.text} />}
      </div>
      {props.note}
    </li>
  )
})

/** Room around the columns for the light; inside the row, as rows that are not laid out clip what stands out. */
export const bleed = '-ml-5 pl-5 max-wide:-mr-5 max-wide:pr-5 max-desk:-mx-4 max-desk:px-4'

/** What is behind a lit row, from rail to text; the right margin stays paper. */
export function Light({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'pointer-events-none absolute inset-y-0 right-[calc(var(--spacing-notes)+var(--spacing-notes-gap)-1.25rem)] left-0 border-y transition-colors duration-(--move) max-wide:right-0',
        isOn ? 'border-rule bg-lit' : 'border-transparent bg-transparent',
      )}
    />
  )
}
