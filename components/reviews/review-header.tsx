import { joinClasses } from '@/components/ui/join-classes'
import { capitalise } from '@/lib/platform/format'
import type { ComparisonColumn } from './compared-step-row'
import {
  describeAnnotationEnd,
  describeCorrection,
  describeRevealedOptions,
  describeSubmissionTime,
  hiddenAnnotatorLabel,
  reviewStateLabels,
} from './describe-review'
import type { ReviewedAnnotation } from './review'

/** The annotator and status of an annotation, and the columns. */
export function ReviewHeader({
  annotation,
  columns,
}: {
  annotation: ReviewedAnnotation
  columns: readonly ComparisonColumn[]
}) {
  const { person, state, isOwn, isDisputed, finishNote, previous } = annotation
  const labelledBy = isOwn ? 'You labelled this' : `Annotator: ${person ?? hiddenAnnotatorLabel}`
  return (
    <div className="sheet-row pt-4">
      <h1 className="pl-1.5 font-ui text-ui font-book text-ink-3 max-desk:hidden">Annotation</h1>
      <p className="col-wide-text text-ink-2 max-desk:col-span-full max-desk:pb-2">
        {labelledBy}
        {describeSubmissionTime(annotation)}.
        {state && state !== 'submitted' && <b> Status: {reviewStateLabels[state]}.</b>}
        {previous && ` ${describeCorrection(previous, annotation)}`}
        {isDisputed && ' Another annotation of this solution disagrees.'}
        {describeRevealedOptions(annotation)}
        {finishNote && ` “${finishNote}”`}
      </p>
      {columns.map(({ key, name, annotation: columnAnnotation }, index) => (
        <p
          key={key}
          className={joinClasses(
            'min-w-0 pl-3 max-desk:pr-3 max-desk:pl-0',
            index === 0 ? 'col-first' : 'col-second',
          )}
        >
          {columns.length === 1 ? (
            capitalise(describeAnnotationEnd(columnAnnotation))
          ) : (
            <>
              <b>{name}</b>{' '}
              <span className="text-ink-3">{describeAnnotationEnd(columnAnnotation)}</span>
            </>
          )}
        </p>
      ))}
    </div>
  )
}
