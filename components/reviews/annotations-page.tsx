import { getAnnotationOutcomeName } from '@/components/own-work/describe-own-work'
import type { RowNavigationKeys } from '@/components/shell/use-current-row'
import { EmptyText } from '@/components/ui/empty-text'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { formatShortDuration } from '@/lib/platform/format'
import { readDecisionOfReturnNote } from '@/lib/questions/format-decisions'
import { reviewStates } from '@/lib/reviews/reviewed-fields'
import { type ReplyTypesetter, typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { AnnotationTable, type AnnotationRowData } from './annotation-table'
import { AnnotatorFilterMenu } from './annotator-filter-menu'
import { formatSubmissionTime, hiddenAnnotatorLabel, reviewStateLabels } from './describe-review'
import {
  type AnnotationFilter,
  annotationHref,
  annotationsHref,
  type AnnotationListReply,
  disagreementListHref,
} from './review'

interface AnnotationsPageProps {
  slug: string
  list: AnnotationListReply
  filter: AnnotationFilter
  isLaterPage: boolean
  keys: RowNavigationKeys
  people: readonly { user: string; name: string }[]
  /** Whether annotators' names are hidden until disagreements are adjudicated. */
  hidesNames: boolean
}

/** Submitted annotations with their review status and filters. */
export async function AnnotationsPage({
  slug,
  list,
  filter,
  isLaterPage,
  keys,
  people,
  hidesNames,
}: AnnotationsPageProps) {
  const { annotations, areTimesRounded, next } = list
  const eventLabel = filter.state === 'returned' ? 'Returned' : 'Submitted'
  const rows = await typesetTextsForPage((typesetter) =>
    annotations.map((row) => buildRow(typesetter, slug, filter, { ...row, areTimesRounded })),
  )
  return (
    <PageLayout>
      <p className="pb-2 text-caption">
        <Link href={disagreementListHref(slug)}>Review</Link>
      </p>
      <PageTitle
        title="Annotations"
        abstract="Accept annotations, or return them with a comment."
      />
      <section aria-labelledby="annotations">
        <SectionHeader id="annotations" title={`${eventLabel} annotations`} />
        <AnnotationFilters slug={slug} filter={filter} people={people} />
        {hidesNames && filter.person && (
          <p className="-mt-2 pb-4 text-caption text-ink-3">
            While you filter by annotator, annotations with a hidden name are left out.
          </p>
        )}
        {annotations.length > 0 ? (
          <AnnotationTable
            key={annotations[0]?.annotation}
            rows={rows}
            timeHeader={areTimesRounded ? `${eventLabel} in week of` : `${eventLabel} (UTC)`}
            keys={keys}
          >
            <nav aria-label="Pages" className="flex flex-wrap gap-x-4">
              {isLaterPage && (
                <Link href={annotationsHref(slug, filter)}>
                  {filter.sample ? 'First page' : 'Newest'}
                </Link>
              )}
              {next !== null && (
                <Link href={annotationsHref(slug, filter, next)}>
                  {filter.sample ? 'Next page' : 'Older'}
                </Link>
              )}
            </nav>
          </AnnotationTable>
        ) : (
          <EmptyText>
            {filter.state || filter.person || filter.sample || isLaterPage ? (
              <>
                No matching annotations.{' '}
                <Link href={annotationsHref(slug)}>Show all annotations</Link>
              </>
            ) : (
              'Submitted annotations appear here.'
            )}
          </EmptyText>
        )}
      </section>
    </PageLayout>
  )
}

function AnnotationFilters({
  slug,
  filter,
  people,
}: Pick<AnnotationsPageProps, 'slug' | 'filter' | 'people'>) {
  const { state, person, sample } = filter
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Status:{' '}
      <FilterMenu
        values={[undefined, ...reviewStates]}
        value={state}
        nameValue={formatStateFilter}
        hrefOf={(option) => annotationsHref(slug, { ...filter, state: option })}
      />{' '}
      · Annotator:{' '}
      <AnnotatorFilterMenu
        people={people}
        person={person}
        address={(selectedPerson) => annotationsHref(slug, { ...filter, person: selectedPerson })}
      />{' '}
      · Sample:{' '}
      <FilterMenu
        values={[undefined, 'review']}
        value={sample}
        nameValue={(option) => sampleLabels[option ?? 'any']}
        hrefOf={(option) => annotationsHref(slug, { ...filter, sample: option })}
      />
    </div>
  )
}

const sampleLabels = { any: 'all', review: 'review sample' }

function formatStateFilter(state: AnnotationFilter['state']): string {
  return state === undefined ? 'all submitted' : reviewStateLabels[state]
}

function buildRow(
  { excerpt, text }: ReplyTypesetter,
  slug: string,
  filter: AnnotationFilter,
  row: AnnotationListReply['annotations'][number] & Pick<AnnotationListReply, 'areTimesRounded'>,
): AnnotationRowData {
  const { annotation, state, finishReason, rated, isDisputed, note, selectionProbability } = row
  const at = formatSubmissionTime(row.at, row.areTimesRounded)
  const decision = note === null ? null : readDecisionOfReturnNote(note)
  return {
    annotation,
    at,
    atText: row.areTimesRounded ? `week of ${at}` : at,
    href: annotationHref(slug, annotation, filter),
    problem: excerpt(row.problem),
    // The rest of the automatic note is for the annotator.
    note: note === null || decision !== null ? null : text(note),
    decision,
    summary: [
      getAnnotationOutcomeName(finishReason, rated),
      isDisputed && 'disagreement',
      selectionProbability !== null && 'sampled for review',
    ]
      .filter((part) => part !== false)
      .join(', '),
    state: reviewStateLabels[state],
    person: row.person ?? hiddenAnnotatorLabel,
    activeTime: formatShortDuration(row.activeMs),
  }
}
