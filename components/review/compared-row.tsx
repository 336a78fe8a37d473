import { memo, type CSSProperties } from 'react'
import { litRowId } from '@/components/annotations/light'
import { Rail, type RowState } from '@/components/annotations/rail'
import { nameRating } from '@/components/annotations/ratings'
import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import type { Rating } from '@/lib/formats/record'
import type { Comparison, Said } from './review'
import { SaidCell } from './said-cell'

export interface Column {
  key: string
  /** Whose it is: a name, or a letter. */
  name: string
  said: Said
}

interface ComparedRowProps {
  step: number
  text: Comparison['steps'][number]
  count: number
  state: RowState
  isRaw: boolean
  rating: Rating | null
  /** Undefined where it is only read. */
  acts?: { rate: (step: number, rating: Rating) => void; light: (step: number) => void }
  columns: readonly Column[]
}

/** From so many steps on, rows are laid out only when they come near. */
const manySteps = 40
const farRow: CSSProperties = { containIntrinsicSize: 'auto 4rem' }

/** Room for the light around the columns. */
const room = '-mx-5 px-5 max-desk:-mx-4 max-desk:px-4'

/** A step, and what is said of it in each column. */
export const ComparedRow = memo(function ComparedRow(props: ComparedRowProps) {
  const { step, text, count, state, rating, acts, columns } = props
  const isLit = state === 'current'
  const label = `step ${step + 1} of ${count}`
  const spoken = !acts ? '' : state === 'later' ? ', not reached' : `, ${nameRating(rating)}`
  const isOneOfMany = count > manySteps
  return (
    <li
      id={isLit ? litRowId : undefined}
      aria-label={`S${label.slice(1)}${spoken}`}
      aria-current={isLit ? 'step' : undefined}
      className={classes(
        'relative sheet-row py-2.5 max-desk:py-2',
        room,
        isOneOfMany && '[content-visibility:auto]',
      )}
      style={isOneOfMany ? farRow : undefined}
    >
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none absolute inset-0 border-y transition-[background-color] duration-(--move)',
          isLit ? 'border-rule bg-lit' : 'border-transparent bg-transparent',
        )}
      />
      {acts ? (
        <Rail
          name={String(step + 1)}
          {...{ label, state, rating }}
          onRate={(value) => acts.rate(step, value)}
          onLight={() => acts.light(step)}
        />
      ) : (
        <StepNumber step={step} isLit={isLit} />
      )}
      <div
        className={classes(
          'relative isolate col-ruled min-w-0 text-reading',
          state === 'later' && 'text-ink-2',
        )}
      >
        {props.isRaw ? <RawText source={text.source} /> : <Typeset text={text.text} />}
      </div>
      {columns.slice(0, 2).map(({ key, name, said }, place) => (
        <SaidCell key={key} step={step} name={name} said={said} place={place === 0 ? 0 : 1} />
      ))}
    </li>
  )
})

function StepNumber({ step, isLit }: { step: number; isLit: boolean }) {
  return (
    <span
      className={classes(
        'relative w-6 pr-1 text-right max-desk:pr-0 max-desk:text-left',
        isLit ? 'font-bold text-accent' : 'text-ink-3',
      )}
    >
      {step + 1}
    </span>
  )
}
