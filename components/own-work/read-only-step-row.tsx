import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import { RatingIcon, type RatingIconShape } from '@/components/ui/rating-icon'
import type { NoteKind } from '@/lib/annotations/content'
import type { Rating } from '@/lib/formats/record'
import type { TypesetText } from '@/lib/typesetting/typeset'
import type { OwnStep } from './own-work'

/** In the order in which they are displayed. */
const marks = [
  { rating: -1, shape: 'cross', label: 'negative' },
  { rating: 0, shape: 'dash', label: 'neutral' },
  { rating: 1, shape: 'tick', label: 'positive' },
] as const satisfies readonly { rating: Rating; shape: RatingIconShape; label: string }[]

const noteNames = {
  flag: 'Flagged as unsure',
  comment: 'Comment',
  bad_split: 'Bad split',
} as const satisfies Record<NoteKind, string>

interface StepRowProps {
  /** Number in the margin: `4`, `6a`. */
  name: string
  /** For screen readers. */
  label: string
  text: { text: TypesetText }
  rating: Rating | null
  notes: OwnStep['notes']
  remark?: string
  isFirstError?: boolean
  /** After the first error: faint, without ratings. */
  isAfterError?: boolean
  /** Whether it is laid out only near the viewport. */
  isLaidOutLazily?: boolean
}

/** A read-only step or option. */
export function ReadOnlyStepRow(props: StepRowProps) {
  const { name, label, rating, notes, remark, isFirstError = false, isAfterError = false } = props
  const selectedMark = marks.find((mark) => mark.rating === rating)
  return (
    <li
      aria-label={`${label}, ${selectedMark?.label ?? 'not rated'}`}
      className={joinClasses(
        'sheet-row py-2.5 max-desk:py-2',
        isAfterError && 'text-ink-3',
        props.isLaidOutLazily && '[contain-intrinsic-size:auto_3rem] [content-visibility:auto]',
      )}
    >
      <div
        aria-hidden="true"
        className="grid h-7 grid-cols-[24px_repeat(3,32px)] items-center gap-x-1 max-desk:grid-cols-[22px_20px] max-desk:gap-x-0.5"
      >
        <span className="pr-1 text-right text-ink-3 max-desk:pr-0 max-desk:text-left">{name}</span>
        {marks.map((mark) => (
          <span
            key={mark.rating}
            className={joinClasses(
              'grid place-items-center',
              mark !== selectedMark && 'max-desk:hidden',
            )}
          >
            {mark === selectedMark ? (
              <RatingIcon shape={mark.shape} bold />
            ) : (
              // Unrated is a dot, because a dash means neutral.
              !isAfterError && <i className="size-[3px] rounded-full bg-line" />
            )}
          </span>
        ))}
      </div>
      <div className="col-text text-reading">
        <TypesetContent text={props.text.text} />
      </div>
      <div className="grid gap-2 text-caption text-ink-3 max-wide:col-text max-wide:not-empty:pt-1 max-wide:empty:hidden wide:col-start-5">
        {isFirstError && (
          <p className="flex gap-1.5">
            <RatingIcon shape="cross" className="size-3.5" />
            First error
          </p>
        )}
        {remark && <p>{remark}</p>}
        {notes.map(({ kind, text }) => (
          <div key={kind}>
            <p>{noteNames[kind]}</p>
            {text && (
              <p className="font-read text-excerpt font-text wrap-anywhere whitespace-pre-line text-ink-2 italic">
                {text}
              </p>
            )}
          </div>
        ))}
      </div>
    </li>
  )
}
