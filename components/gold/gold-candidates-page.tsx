import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { type GoldCandidates, goldCandidatesHref } from './gold'
import { GoldCandidateList } from './gold-candidate-list'
import { GoldHeader } from './gold-header'
import { typesetGoldCandidate } from './typeset-gold-candidate'

/** Solutions with unanimous annotations that can be accepted as gold. */
export async function GoldCandidatesPage({
  slug,
  list,
  after,
  canAccept,
}: {
  slug: string
  list: GoldCandidates
  /** Cursor of the page; undefined for the first. */
  after: string | undefined
  canAccept: boolean
}) {
  const { candidates, next } = list
  const typesetCandidates = await typesetTextsForPage((typesetter) =>
    candidates.map((candidate) => typesetGoldCandidate(typesetter, slug, candidate)),
  )
  const hasPreviousPage = after !== undefined
  return (
    <PageLayout>
      <GoldHeader slug={slug} show="agreed" canAccept={canAccept} />
      <section aria-label="Agreed by annotators">
        <GoldCandidateList
          // Resets the selection on another page, not after some were accepted.
          key={after ?? 'first'}
          slug={slug}
          canAccept={canAccept}
          candidates={typesetCandidates}
        >
          {hasPreviousPage
            ? 'No more solutions.'
            : 'Solutions appear here when 2 or more annotators find the same first error, or all find none, and no one has adjudicated them.'}
        </GoldCandidateList>
        <nav aria-label="Pagination" className="flex flex-wrap gap-x-4 pt-3">
          {hasPreviousPage && <Link href={goldCandidatesHref(slug)}>First page</Link>}
          {next !== null && <Link href={goldCandidatesHref(slug, next)}>Next page</Link>}
        </nav>
      </section>
    </PageLayout>
  )
}
