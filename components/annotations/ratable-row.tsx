import { memo, type CSSProperties, type ReactNode } from 'react'
import { estimateFormulaWidth } from '@/components/math/estimate-formula-width'
import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import type { InputMethod } from '@/lib/annotations/state-fields'
import type { RatableTarget } from '@/lib/annotations/work-targets'
import type { Rating } from '@/lib/formats/record'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { highlightPaddingClasses, CurrentRowHighlight, currentRowId } from './current-row-highlight'
import { RatingRadioGroup, type RatableRowState } from './rating-radio-group'
import { getRatingName } from './rating-values'
import { getListPositionProps } from './windowed-rows'

interface RatableRowProps {
  kind: RatableTarget['kind']
  step: number
  /** 0-based option; ignored for a step. */
  option?: number
  /** In the margin: `4`, `6a`. */
  name: string
  /** Spoken: `step 4 of 9`. */
  label: string
  text: TypesetText
  source: string
  state: RatableRowState
  rating: Rating | null
  isRaw: boolean
  isLaidOutLazily?: boolean
  /** Number of rows, if only some of them are rendered. */
  rowCount?: number | undefined
  /** In place of the text. */
  substitute?: ReactNode
  note?: ReactNode
  onRate: (target: RatableTarget, rating: Rating, inputMethod: InputMethod) => void
  onSelect: (target: RatableTarget, inputMethod: InputMethod) => void
}

/** Visible characters per line. */
const charactersPerLine = 72

/**
 * Estimates the height of a row that is not laid out, without padding. Good estimates avoid jumps while scrolling.
 */
function makeHeightEstimateStyle(source: string): CSSProperties {
  let lines = 0
  for (const line of source.split('\n'))
    if (line.trim() !== '') lines += Math.ceil(estimateFormulaWidth(line) / charactersPerLine)
  return {
    containIntrinsicSize: `auto calc(${Math.max(1, lines)} * var(--text-read--line-height) + 1px)`,
  }
}

/** A step or option with its rating buttons. Its height is the same in every state. */
export const RatableRow = memo(function RatableRow(props: RatableRowProps) {
  const { name, label, state, rating, step, option = 0 } = props
  const target: RatableTarget =
    props.kind === 'step' ? { kind: 'step', step } : { kind: 'option', step, option }
  const spokenRating = state === 'later' ? 'not reached' : getRatingName(rating)
  return (
    <li
      id={state === 'current' ? currentRowId : undefined}
      aria-label={`${label.charAt(0).toUpperCase()}${label.slice(1)}, ${spokenRating}`}
      {...(props.rowCount !== undefined && getListPositionProps(step, props.rowCount))}
      aria-current={state === 'current' ? 'step' : undefined}
      className={joinClasses(
        // One stacking context per row. With one for its text too, painting takes longer.
        'relative isolate sheet-row py-2.5 max-desk:py-2',
        highlightPaddingClasses,
        props.isLaidOutLazily && '[content-visibility:auto]',
      )}
      style={props.isLaidOutLazily ? makeHeightEstimateStyle(props.source) : undefined}
    >
      <CurrentRowHighlight isVisible={state === 'current'} />
      <RatingRadioGroup
        name={name}
        label={label}
        state={state}
        rating={rating}
        onRate={(value, inputMethod) => props.onRate(target, value, inputMethod)}
        onSelect={(inputMethod) => props.onSelect(target, inputMethod)}
      />
      <div
        className={joinClasses(
          'relative col-text text-reading',
          (state === 'later' || state === 'waiting') && 'text-ink-3',
        )}
      >
        {props.substitute ||
          (props.isRaw ? <RawText source={props.source} /> : <TypesetContent text={props.text} />)}
      </div>
      {props.note}
    </li>
  )
})
