import { ServerTypesetExcerpt } from '@/components/math/server-typeset-text'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatInstant, formatShortDuration } from '@/lib/platform/format'
import { formatNoteCounts, getAnnotationOutcomeName } from './describe-own-work'
import { ownWorkHref, type OwnWorkFilter, type OwnAnnotationList } from './own-work'
import { OwnWorkFilters } from './own-work-filters'
import { ReopenButton } from './reopen-button'

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
        <DataTable
          aria-labelledby="own-annotations"
          rows={annotations}
          rowKey={({ id }) => id}
          hasLinks
          columns={[
            {
              header: 'Submitted (UTC)',
              minScreen: 'wide',
              cellClassName: 'pt-2 whitespace-nowrap text-ink-2',
              render: ({ submittedAt }) => formatInstant(submittedAt),
            },
            {
              header: 'Problem and outcome',
              className: 'max-wide:pl-0',
              cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
              render: (annotation) => <ProblemAndOutcome slug={slug} annotation={annotation} />,
            },
            {
              header: 'Steps rated',
              numeric: true,
              minScreen: 'desk',
              className: 'pt-2 whitespace-nowrap',
              render: ({ rated, steps }) => `${rated} of ${steps}`,
            },
            {
              header: 'Active time',
              numeric: true,
              className: 'pt-2 whitespace-nowrap',
              render: ({ activeMs }) => formatShortDuration(activeMs),
            },
          ]}
        />
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

function ProblemAndOutcome({
  slug,
  annotation,
}: {
  slug: string
  annotation: OwnAnnotationList['annotations'][number]
}) {
  const { id, finishReason, rated, steps } = annotation
  const outcome = getAnnotationOutcomeName(finishReason, rated)
  const submittedText = formatInstant(annotation.submittedAt)
  const notes = formatNoteCounts(annotation)
  return (
    <>
      <div className="font-read text-excerpt font-text">
        <ServerTypesetExcerpt source={annotation.problem} />
      </div>
      <p className="pt-0.5 text-caption text-ink-3">
        <Link
          href={`/projects/${slug}/mine/${id}`}
          aria-label={`${outcome}, submitted ${submittedText}`}
          className="font-strong"
        >
          {outcome}
        </Link>
        <span className="wide:hidden">, {submittedText}</span>
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
    </>
  )
}
