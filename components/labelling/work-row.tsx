import { memo, type ReactNode } from 'react'
import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import type { Rating } from '@/lib/formats/record'
import type { RatedTarget } from '@/lib/labelling/targets'
import type { WorkEvent } from '@/lib/labelling/work-state'
import type { TypesetText } from '@/lib/problems/typeset'
import { bleed, Light } from './light'
import { Rail, type RowState } from './rail'
import { nameRating } from './ratings'

interface WorkRowProps {
  kind: RatedTarget['kind']
  step: number
  /** Of the option, 0-based; for a step it says nothing. */
  option?: number
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
  const { name, label, state, rating, step, option = 0 } = props
  const target: RatedTarget =
    props.kind === 'step' ? { kind: 'step', step } : { kind: 'option', step, option }
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
