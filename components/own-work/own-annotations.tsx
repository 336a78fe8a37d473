import { TypesetExcerpt } from '@/components/math/typeset-source'
import { Link } from '@/components/ui/link'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { SectionHeader } from '@/components/ui/section-header'
import { formatInstant } from '@/lib/platform/format'
import { formatNoteCounts, getAnnotationOutcomeName, formatDuration } from './describe-own-work'
import { OwnWorkFilters } from './own-work-filters'
import { ownWorkHref, type OwnWorkFilter, type OwnAnnotationList } from './own-work'
import { ReopenButton } from './reopen-button'

/** About two lines. */
const excerptCharacters = 160

interface OwnAnnotationsProps {
  slug: string
  list: OwnAnnotationList
  filter: OwnWorkFilter
  /** Whether this is not the first page. */
  isLaterPage: boolean
}

/** The user's submitted annotations, newest first. */
export function OwnAnnotations({ slug, list, filter, isLaterPage }: OwnAnnotationsProps) {
  const { annotations, count, next } = list
  return (
    <section aria-labelledby="own-annotations">
      <SectionHeader id="own-annotations" title="Submitted annotations" />
      <OwnWorkFilters slug={slug} filter={filter} count={count} />
      {annotations.length > 0 ? (
        <Table aria-labelledby="own-annotations">
          <thead>
            <tr>
              <TableHeaderCell className="max-wide:hidden">Submitted (UTC)</TableHeaderCell>
              <TableHeaderCell className="max-wide:pl-0">Problem and outcome</TableHeaderCell>
              <TableHeaderCell numeric className="max-desk:hidden">
                Steps rated
              </TableHeaderCell>
              <TableHeaderCell numeric>Active time</TableHeaderCell>
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
          No matches. <Link href={ownWorkHref(slug, {})}>Clear filters</Link>
        </p>
      )}
      <p className="flex gap-6 pt-3 empty:hidden">
        {isLaterPage && <Link href={ownWorkHref(slug, filter)}>Newest</Link>}
        {next && <Link href={ownWorkHref(slug, filter, next)}>Older</Link>}
      </p>
    </section>
  )
}

function AnnotationRow({
  slug,
  annotation,
}: {
  slug: string
  annotation: OwnAnnotationList['annotations'][number]
}) {
  const { id, finishReason, rated, steps } = annotation
  const outcome = getAnnotationOutcomeName(finishReason, rated)
  const when = formatInstant(annotation.submittedAt)
  const notes = formatNoteCounts(annotation)
  return (
    <TableRow>
      <TableCell className="pt-2 whitespace-nowrap text-ink-2 max-wide:hidden">{when}</TableCell>
      <TableCell className="pt-2 pb-2.5 wrap-anywhere max-wide:pl-0">
        <div className="font-read text-excerpt font-text">
          <TypesetExcerpt source={annotation.problem} maxCharacters={excerptCharacters} />
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
      </TableCell>
      <TableCell numeric className="pt-2 whitespace-nowrap max-desk:hidden">
        {rated} of {steps}
      </TableCell>
      <TableCell numeric className="pt-2 whitespace-nowrap">
        {formatDuration(annotation.activeMs)}
      </TableCell>
    </TableRow>
  )
}
