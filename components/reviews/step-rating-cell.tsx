import { progressLevelLabels } from '@/components/annotations/progress-level-labels'
import { getRatingName, ratingStyles } from '@/components/annotations/rating-values'
import { TypesetContent } from '@/components/math/typeset-content'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { NoteLabel } from '@/components/ui/note-label'
import { RatingIcon } from '@/components/ui/rating-icon'
import { formatOptionName } from '@/lib/annotations/work-labels'
import { formatShortDuration } from '@/lib/platform/format'
import type { AnnotationContent } from './review'

const noteNames = { flag: 'Unsure', comment: 'Comment', bad_split: 'Bad split' } as const

/** The rating and notes of one annotation on one step. */
export function StepRatingCell({
  step,
  name,
  annotation,
  column,
}: {
  step: number
  /** Name of the annotator for screen readers. */
  name: string
  annotation: AnnotationContent
  column: 0 | 1
}) {
  const rating = annotation.ratings[step] ?? null
  const time = annotation.stepTimesMs[step] ?? 0
  const notes = annotation.notes.filter((note) => note.step === step && note.option === 0)
  const isFlagged = annotation.flagged[step] === true && !notes.some(({ kind }) => kind === 'flag')
  return (
    <div
      className={joinClasses(
        'relative isolate min-w-0 pl-3 text-ink-3 max-desk:pt-1 max-desk:pl-0',
        column === 0 ? 'col-first' : 'col-second',
      )}
    >
      <p className="flex items-baseline gap-2">
        <span className="sr-only">
          {name}: {getRatingName(rating)}
        </span>
        {rating === null ? (
          <span aria-hidden="true" className="text-caption">
            unrated
          </span>
        ) : (
          <>
            <RatingIcon shape={ratingStyles[rating].shape} bold className="size-4.5 self-center" />
            {time > 0 && formatShortDuration(time)}
          </>
        )}
        {isFlagged && <Flag />}
      </p>
      {notes.map(({ kind, text }) => (
        <div key={kind} className={noteClasses}>
          {kind === 'flag' ? <Flag /> : <NoteLabel>{noteNames[kind]}</NoteLabel>}
          <TypesetContent text={text} />
        </div>
      ))}
      {step === annotation.error && <ErrorDetails annotation={annotation} step={step} />}
    </div>
  )
}

const noteClasses =
  'pt-1 pr-2 font-read text-excerpt/5 font-text text-pretty wrap-anywhere text-ink-2 italic max-desk:pr-3'

function Flag() {
  return (
    <span className="mr-1.5 inline-flex items-center gap-1 font-ui text-caption text-ink-3 not-italic">
      <Icon name="flag" className="size-3.5" />
      {noteNames.flag}
    </span>
  )
}

/** Answers at the first error: explanation, progress, error types and ratings of alternatives. */
function ErrorDetails({ annotation, step }: { annotation: AnnotationContent; step: number }) {
  const { explanation, progress, tags, options } = annotation
  const detailsText = [
    progress && `Progress: ${progressLevelLabels[progress]}`,
    tags.length > 0 && `Error types: ${tags.join('; ')}`,
  ]
    .filter((part) => part !== false && part !== null)
    .join(' · ')
  const ratedOptions = options.filter((option) => option.step === step && option.rating !== null)
  return (
    <>
      {explanation && (
        <div className={noteClasses}>
          <NoteLabel>Explanation</NoteLabel>
          <TypesetContent text={explanation.text} />
        </div>
      )}
      {detailsText !== '' && <p className="pt-1 text-caption">{detailsText}</p>}
      {ratedOptions.length > 0 && (
        <ul aria-label="Other options" className="pt-1 text-caption">
          {ratedOptions.map(({ option, rating, text }) => (
            <li key={option} className="grid grid-cols-[auto_auto_1fr] gap-x-1.5">
              {formatOptionName(step, option - 1)}
              <RatingIcon
                shape={ratingStyles[rating!].shape}
                label={ratingStyles[rating!].label}
                className="mt-0.5 size-3.5 self-start"
              />
              <TypesetContent text={text} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
