import { classes } from '@/components/ui/classes'
import { formatInstant } from '@/lib/platform/format'
import type { Column } from './compared-row'
import { describeCorrection, describeEnd, stateWords } from './describe-review'
import type { ReviewedAnnotation } from './review'

/** Whose annotation it is, where it stands, and what each column shows. */
export function ReviewHead({
  given,
  columns,
}: {
  given: ReviewedAnnotation
  columns: readonly Column[]
}) {
  const { person, state, submittedAt, isOwn, isDisputed, finishNote, before } = given
  const who = isOwn
    ? 'You labelled this'
    : `Labelled by ${person ?? 'somebody whose name is hidden'}`
  const when = submittedAt === null ? '' : `, submitted on ${formatInstant(submittedAt)} UTC`
  return (
    <div className="sheet-row pt-4">
      <h1 className="pl-1.5 font-ui text-ui font-book text-ink-3 max-desk:hidden">Annotation</h1>
      <p className="col-ruled text-ink-2 max-desk:col-span-full max-desk:pb-2">
        {who}
        {when}.{state && state !== 'submitted' && <b> It is {stateWords[state]}.</b>}
        {before && ` ${describeCorrection(before, given)}`}
        {isDisputed && ' Another annotation of this solution says otherwise.'}
        {finishNote && ` “${finishNote}”`}
      </p>
      {columns.map(({ key, name, said }, place) => (
        <p
          key={key}
          className={classes(
            'min-w-0 pl-3 max-desk:pr-3 max-desk:pl-0',
            place === 0 ? 'col-first' : 'col-second',
          )}
        >
          <b>{name}</b> <span className="text-ink-3">{describeEnd(said)}</span>
        </p>
      ))}
    </div>
  )
}
