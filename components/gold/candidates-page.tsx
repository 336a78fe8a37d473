import { Link } from '@/components/ui/link'
import { Page } from '@/components/ui/page'
import { CandidateBoard } from './candidate-board'
import { addressCandidates, type GoldCandidates } from './gold'
import { GoldHead } from './gold-head'
import { showCandidate } from './show-candidate'

/** Solutions that several people agree on: each, or several at once, can be accepted as gold. */
export function CandidatesPage({
  slug,
  list,
  after,
  canAccept,
}: {
  slug: string
  list: GoldCandidates
  /** Where this page of the list begins; undefined: with the first. */
  after: string | undefined
  canAccept: boolean
}) {
  const { candidates, next } = list
  const isFurther = after !== undefined
  return (
    <Page>
      <GoldHead slug={slug} show="agreed" />
      <section aria-label="Agreed on by several">
        <CandidateBoard
          // Another page of the list; not what is left of this one once some are accepted.
          key={after ?? 'first'}
          slug={slug}
          canAccept={canAccept}
          candidates={candidates.map((one) => showCandidate(slug, one))}
        >
          {isFurther
            ? 'There are no more.'
            : 'No solution is agreed on by two people or more that is not gold or ruled on. Where people label the same solution and say the same first error, it stands here.'}
        </CandidateBoard>
        <nav aria-label="Pages of the list" className="flex flex-wrap gap-x-4 pt-3">
          {isFurther && <Link href={addressCandidates(slug)}>From the beginning</Link>}
          {next !== null && <Link href={addressCandidates(slug, next)}>Next page</Link>}
        </nav>
      </section>
    </Page>
  )
}
