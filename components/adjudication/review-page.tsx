import {
  annotationsHref,
  disagreementListHref,
  type AdjudicationsReply,
  type DisagreementsReply,
  type DisagreementListFilter,
  type ReviewCounts,
} from '@/components/reviews/review'
import { ReviewTabs } from '@/components/reviews/review-tabs'
import type { RowNavigationKeys } from '@/components/shell/use-current-row'
import { ButtonLink } from '@/components/ui/button'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { AdjudicationsTable } from './adjudications-table'
import { describeDisagreementCount } from './describe-adjudication'
import { DisagreementFilters } from './disagreement-filters'
import { DisagreementTable } from './disagreement-table'
import { typesetAdjudication } from './typeset-adjudication'
import { typesetDisagreement } from './typeset-disagreement'

interface ReviewPageProps {
  slug: string
  counts: ReviewCounts
  filter: DisagreementListFilter
  /** Not the first page. */
  isLaterPage: boolean
  keys: RowNavigationKeys
  people: readonly { user: string; name: string }[]
  list: { waiting: DisagreementsReply } | { adjudicated: AdjudicationsReply }
}

/** Disagreements by priority, or adjudications, with links to other work that waits for reviewers. */
export function ReviewPage(props: ReviewPageProps) {
  const { slug, counts, list } = props
  const isAdjudicated = 'adjudicated' in list
  return (
    <PageLayout>
      <PageTitle
        title="Review"
        abstract={
          isAdjudicated
            ? 'Adjudicated solutions, newest first.'
            : describeDisagreementCount(counts.disagreements)
        }
        learnMore={{ doc: 'review', topic: 'review' }}
        actions={<ButtonLink href={annotationsHref(slug)}>All annotations</ButtonLink>}
      />
      <ReviewTabs slug={slug} counts={counts} />
      <section aria-labelledby="disagreements">
        <SectionHeader id="disagreements" title={isAdjudicated ? 'Adjudicated' : 'Disagreements'}>
          {isAdjudicated ? (
            <Link href={disagreementListHref(slug)}>
              {formatLimitedCount(counts.disagreements)}{' '}
              {counts.disagreements === 1 ? 'disagreement' : 'disagreements'} waiting
            </Link>
          ) : (
            counts.adjudicated > 0 && (
              <Link href={disagreementListHref(slug, { show: 'adjudicated' })}>
                {formatLimitedCount(counts.adjudicated)} adjudicated
              </Link>
            )
          )}
        </SectionHeader>
        {isAdjudicated ? (
          <AdjudicatedList {...props} adjudicated={list.adjudicated} />
        ) : (
          <DisagreementList {...props} waiting={list.waiting} />
        )}
      </section>
    </PageLayout>
  )
}

async function DisagreementList({
  slug,
  filter,
  keys,
  people,
  isLaterPage,
  waiting,
}: ReviewPageProps & { waiting: DisagreementsReply }) {
  const isFiltered = filter.kind !== undefined || filter.person !== undefined
  const { disagreements, highestScore } = waiting
  const rows = await typesetTextsForPage((typesetter) =>
    disagreements.map((row) => typesetDisagreement(typesetter, slug, filter, highestScore, row)),
  )
  return (
    <>
      <DisagreementFilters slug={slug} filter={filter} people={people} count={waiting.count} />
      {rows.length > 0 ? (
        <DisagreementTable key={rows[0]?.solution} rows={rows} keys={keys}>
          <Pages slug={slug} filter={filter} isLaterPage={isLaterPage} next={waiting.next} />
        </DisagreementTable>
      ) : (
        <EmptyText>
          {isFiltered || isLaterPage ? (
            <>
              No matching disagreements.{' '}
              <Link href={disagreementListHref(slug)}>Show all disagreements</Link>
            </>
          ) : (
            'Solutions on which annotators disagree appear here.'
          )}
        </EmptyText>
      )}
    </>
  )
}

async function AdjudicatedList({
  slug,
  filter,
  keys,
  isLaterPage,
  adjudicated,
}: ReviewPageProps & { adjudicated: AdjudicationsReply }) {
  const { adjudications, next } = adjudicated
  if (adjudications.length === 0)
    return (
      <EmptyText>
        {isLaterPage ? 'No earlier adjudications.' : 'Adjudicated solutions appear here.'}{' '}
        <Link href={disagreementListHref(slug)}>Show disagreements</Link>
      </EmptyText>
    )
  const rows = await typesetTextsForPage((typesetter) =>
    adjudications.map((row) => typesetAdjudication(typesetter, slug, row)),
  )
  return (
    <AdjudicationsTable key={adjudications[0]?.adjudication} rows={rows} keys={keys}>
      <Pages slug={slug} filter={filter} isLaterPage={isLaterPage} next={next} />
    </AdjudicationsTable>
  )
}

function Pages({
  slug,
  filter,
  isLaterPage,
  next,
}: {
  slug: string
  filter: DisagreementListFilter
  isLaterPage: boolean
  next: string | null
}) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-x-4">
      {isLaterPage && <Link href={disagreementListHref(slug, filter)}>First page</Link>}
      {next !== null && <Link href={disagreementListHref(slug, filter, next)}>Next page</Link>}
    </nav>
  )
}
