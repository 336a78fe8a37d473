import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHead } from '@/components/ui/section-head'
import { AdjudicationTable } from './adjudication-table'
import { DisagreementBoard } from './disagreement-board'
import { nameCount } from './describe-review'
import {
  addressAnnotations,
  addressReview,
  type Adjudications,
  type Disagreements,
  type ReviewFilter,
  type ReviewWork,
} from './review'
import { ReviewFilterSentence } from './review-filter'
import { ReviewWaiting } from './review-waiting'
import { showAdjudication } from './show-adjudication'
import { showDisagreement } from './show-disagreement'
import type { RowKeys } from './use-lit-row'

interface ReviewPageProps {
  slug: string
  work: ReviewWork
  filter: ReviewFilter
  /** Not the first page. */
  isFurther: boolean
  keys: RowKeys
  people: readonly { user: string; name: string }[]
  list: { open: Disagreements } | { settled: Adjudications }
}

/** What a reviewer has to do: counts of waiting work, and the disagreements most worth adjudicating. */
export function ReviewPage(props: ReviewPageProps) {
  const { slug, work, list } = props
  const isSettled = 'settled' in list
  return (
    <Page>
      <PageTitle
        title="Review"
        abstract={<ReviewWaiting slug={slug} work={work} />}
        actions={<ButtonLink href={addressAnnotations(slug)}>All annotations</ButtonLink>}
      />
      <section aria-labelledby="disagreements">
        <SectionHead id="disagreements" title={isSettled ? 'Adjudicated' : 'Disagreements'}>
          {isSettled ? (
            <Link href={addressReview(slug)}>{nameCount(work.disagreements)} still open</Link>
          ) : (
            work.adjudicated > 0 && (
              <Link href={addressReview(slug, { show: 'adjudicated' })}>
                {nameCount(work.adjudicated)} adjudicated
              </Link>
            )
          )}
        </SectionHead>
        {isSettled ? (
          <Settled {...props} settled={list.settled} />
        ) : (
          <Open {...props} open={list.open} />
        )}
      </section>
    </Page>
  )
}

function Open({
  slug,
  filter,
  keys,
  people,
  isFurther,
  open,
}: ReviewPageProps & { open: Disagreements }) {
  const isFiltered = filter.kind !== undefined || filter.person !== undefined
  return (
    <>
      <ReviewFilterSentence {...{ slug, filter, people }} count={open.count} />
      {open.disagreements.length > 0 ? (
        <DisagreementBoard
          key={open.disagreements[0]?.solution}
          list={open.disagreements.map((row) =>
            showDisagreement(slug, filter, open.highestScore, row),
          )}
          keys={keys}
        >
          <Pages {...{ slug, filter, isFurther }} next={open.next} />
        </DisagreementBoard>
      ) : (
        <Nothing>
          {isFiltered || isFurther ? (
            <>
              No annotations part like this.{' '}
              <Link href={addressReview(slug)}>Show all that part</Link>
            </>
          ) : (
            'No two annotations part, or all are ruled on. Where two people label a solution and say different things, it stands here.'
          )}
        </Nothing>
      )}
    </>
  )
}

function Settled({
  slug,
  filter,
  keys,
  isFurther,
  settled,
}: ReviewPageProps & { settled: Adjudications }) {
  const { adjudications, next } = settled
  if (adjudications.length === 0)
    return (
      <Nothing>
        Nothing is adjudicated{isFurther ? ' before this' : ' yet'}.{' '}
        <Link href={addressReview(slug)}>Show what is open</Link>
      </Nothing>
    )
  return (
    <AdjudicationTable
      key={adjudications[0]?.adjudication}
      list={adjudications.map((row) => showAdjudication(slug, row))}
      keys={keys}
    >
      <Pages {...{ slug, filter, isFurther, next }} />
    </AdjudicationTable>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">{children}</p>
)

function Pages({
  slug,
  filter,
  isFurther,
  next,
}: {
  slug: string
  filter: ReviewFilter
  isFurther: boolean
  next: string | null
}) {
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap gap-x-4">
      {isFurther && <Link href={addressReview(slug, filter)}>From the beginning</Link>}
      {next !== null && <Link href={addressReview(slug, filter, next)}>Next page</Link>}
    </nav>
  )
}
