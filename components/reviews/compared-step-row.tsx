import { memo, type CSSProperties } from 'react'
import { currentRowId } from '@/components/annotations/current-row-highlight'
import { RatingRadioGroup, type RatableRowState } from '@/components/annotations/rating-radio-group'
import { getRatingName } from '@/components/annotations/rating-values'
import type { AnnotationActions } from '@/components/annotations/use-annotation-actions'
import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import type { Rating } from '@/lib/formats/record'
import type { Comparison, AnnotationContent } from './review'
import { StepRatingCell } from './step-rating-cell'

export interface ComparisonColumn {
  key: string
  /** Name or letter of the annotator. */
  name: string
  annotation: AnnotationContent
}

interface ComparedRowProps {
  step: number
  text: Comparison['steps'][number]
  count: number
  state: RatableRowState
  isRaw: boolean
  rating: Rating | null
  /** Undefined if the row is read-only. */
  actions?: Pick<AnnotationActions, 'rate' | 'select'>
  columns: readonly ComparisonColumn[]
}

/** With more steps, rows are laid out only near the viewport. */
const maxStepsWithoutLazyLayout = 40
const lazyRowStyle: CSSProperties = { containIntrinsicSize: 'auto 4rem' }

/** Space for the highlight around the columns. */
const highlightSpaceClasses = '-mx-5 px-5 max-desk:-mx-4 max-desk:px-4'

/** A step with its rating in the first one or two annotations. */
export const ComparedStepRow = memo(function ComparedStepRow(props: ComparedRowProps) {
  const { step, text, count, state, rating, actions, columns } = props
  const isCurrent = state === 'current'
  const label = `step ${step + 1} of ${count}`
  const ratingText = !actions
    ? ''
    : state === 'later'
      ? ', not reached'
      : `, ${getRatingName(rating)}`
  const isLaidOutLazily = count > maxStepsWithoutLazyLayout
  return (
    <li
      id={isCurrent ? currentRowId : undefined}
      aria-label={`S${label.slice(1)}${ratingText}`}
      aria-current={isCurrent ? 'step' : undefined}
      className={joinClasses(
        'relative sheet-row py-2.5 max-desk:py-2',
        highlightSpaceClasses,
        isLaidOutLazily && '[content-visibility:auto]',
      )}
      style={isLaidOutLazily ? lazyRowStyle : undefined}
    >
      <span
        aria-hidden="true"
        className={joinClasses(
          'pointer-events-none absolute inset-0 border-y transition-[background-color] duration-(--move)',
          isCurrent ? 'border-rule bg-surface' : 'border-transparent bg-transparent',
        )}
      />
      {actions ? (
        <RatingRadioGroup
          name={String(step + 1)}
          label={label}
          state={state}
          rating={rating}
          onRate={(value, inputMethod) => actions.rate({ kind: 'step', step }, value, inputMethod)}
          onSelect={(inputMethod) => actions.select({ kind: 'step', step }, inputMethod)}
        />
      ) : (
        <StepNumber step={step} isCurrent={isCurrent} />
      )}
      <div
        className={joinClasses(
          'relative isolate col-wide-text min-w-0 text-reading',
          state === 'later' && 'text-ink-2',
        )}
      >
        {props.isRaw ? <RawText source={text.source} /> : <TypesetContent text={text.text} />}
      </div>
      {columns.slice(0, 2).map(({ key, name, annotation }, column) => (
        <StepRatingCell
          key={key}
          step={step}
          name={name}
          annotation={annotation}
          column={column === 0 ? 0 : 1}
        />
      ))}
    </li>
  )
})

function StepNumber({ step, isCurrent }: { step: number; isCurrent: boolean }) {
  return (
    <span
      className={joinClasses(
        'relative w-6 pr-1 text-right max-desk:pr-0 max-desk:text-left',
        isCurrent ? 'font-bold text-accent' : 'text-ink-3',
      )}
    >
      {step + 1}
    </span>
  )
}
