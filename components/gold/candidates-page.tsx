import Link from 'next/link'
import { Page } from '@/components/ui/page'
import { CandidateBoard } from './candidate-board'
import { addressCandidates, type GoldCandidates } from './gold'
import { GoldHead } from './gold-head'
import { showCandidate } from './show-candidate'

/** Solutions that several people agree on: each, or several at once, can be accepted as gold. */
export function CandidatesPage({
  slug,
  list,
  isFurther,
  canAccept,
}: {
  slug: string
  list: GoldCandidates
  /** Not the first page. */
  isFurther: boolean
  canAccept: boolean
}) {
  const { candidates, next } = list
  return (
    <Page>
      <GoldHead slug={slug} show="agreed" />
      <section aria-label="Agreed on by several">
        {candidates.length > 0 ? (
          <CandidateBoard
            key={candidates[0]?.solution}
            slug={slug}
            canAccept={canAccept}
            candidates={candidates.map((one) => showCandidate(slug, one))}
          />
        ) : (
          <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">
            {isFurther
              ? 'There are no more.'
              : 'No solution is agreed on by two people or more that is not gold or ruled on. Where people label the same solution and say the same first error, it stands here.'}
          </p>
        )}
        <nav aria-label="Pages of the list" className="flex flex-wrap gap-x-4 pt-3">
          {isFurther && <Link href={addressCandidates(slug)}>From the beginning</Link>}
          {next !== null && <Link href={addressCandidates(slug, next)}>Next page</Link>}
        </nav>
      </section>
    </Page>
  )
}
