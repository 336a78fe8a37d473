import { Typeset } from '@/components/math/typeset'
import { shortenText } from '@/components/projects/shorten-text'
import { Link } from '@/components/ui/link'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { SectionHead } from '@/components/ui/section-head'
import { formatInstant } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import { nameNotes, nameOutcome, writeTime } from './describe-own-work'
import { FilterSentence } from './filter-sentence'
import { addressOwnWork, type OwnFilter, type OwnList } from './own-work'
import { ReopenButton } from './reopen-button'

/** Two lines of the column, about. */
const excerptCharacters = 160

interface OwnAnnotationsProps {
  slug: string
  list: OwnList
  filter: OwnFilter
  /** Not the first page. */
  isFurther: boolean
}

/** What one submitted, newest first. */
export function OwnAnnotations({ slug, list, filter, isFurther }: OwnAnnotationsProps) {
  const { annotations, count, next } = list
  return (
    <section aria-labelledby="own-annotations">
      <SectionHead id="own-annotations" title="What you submitted" />
      <FilterSentence slug={slug} filter={filter} count={count} />
      {annotations.length > 0 ? (
        <Table aria-labelledby="own-annotations">
          <thead>
            <tr>
              <HeadCell className="max-wide:hidden">When, UTC</HeadCell>
              <HeadCell className="max-wide:pl-0">Problem, and what you found</HeadCell>
              <HeadCell numeric className="max-desk:hidden">
                Steps rated
              </HeadCell>
              <HeadCell numeric>At work</HeadCell>
            </tr>
          </thead>
          <tbody>
            {annotations.map((annotation) => (
              <AnnotationRow key={annotation.id} slug={slug} annotation={annotation} />
            ))}
          </tbody>
        </Table>
      ) : (
        <p className="text-ink-2">
          Nothing matches. <Link href={addressOwnWork(slug, {})}>Show all that you submitted</Link>
        </p>
      )}
      <p className="flex gap-6 pt-3 empty:hidden">
        {isFurther && <Link href={addressOwnWork(slug, filter)}>Back to the newest</Link>}
        {next && <Link href={addressOwnWork(slug, filter, next)}>Older</Link>}
      </p>
    </section>
  )
}

function AnnotationRow({
  slug,
  annotation,
}: {
  slug: string
  annotation: OwnList['annotations'][number]
}) {
  const { id, finishReason, rated, steps } = annotation
  const outcome = nameOutcome(finishReason, rated)
  const when = formatInstant(annotation.submittedAt)
  const notes = nameNotes(annotation)
  return (
    <Row>
      <Cell className="pt-2 whitespace-nowrap text-ink-2 max-wide:hidden">{when}</Cell>
      <Cell className="pt-2 pb-2.5 wrap-anywhere max-wide:pl-0">
        <div className="font-read text-excerpt font-text">
          <Typeset text={shortenText(typesetText(annotation.problem), excerptCharacters)} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link
            href={`/projects/${slug}/mine/${id}`}
            aria-label={`${outcome}, submitted ${when}`}
            className="font-strong"
          >
            {outcome}
          </Link>
          <span className="wide:hidden">, {when}</span>
          <span className="desk:hidden">
            , {rated} of {steps} rated
          </span>
          {notes && <span>, {notes}</span>}
        </p>
        {annotation.canReopen && (
          <div className="pt-2">
            <ReopenButton slug={slug} annotation={id} />
          </div>
        )}
      </Cell>
      <Cell numeric className="pt-2 whitespace-nowrap max-desk:hidden">
        {rated} of {steps}
      </Cell>
      <Cell numeric className="pt-2 whitespace-nowrap">
        {writeTime(annotation.activeMs)}
      </Cell>
    </Row>
  )
}
