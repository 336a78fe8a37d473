import { DisagreementBoard } from '@/components/review/disagreement-board'
import { nameCount } from '@/components/review/describe-review'
import { addressReview, type Disagreements } from '@/components/review/review'
import { showDisagreement } from '@/components/review/show-disagreement'
import type { RowKeys } from '@/components/review/use-lit-row'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import type { PairChoice } from './choose-pair'

/** The disagreements most worth adjudicating. Each row opens the annotations at the step where they disagree. */
export function PartedList({
  slug,
  parted: { disagreements, highestScore, count },
  pair,
  keys,
}: {
  slug: string
  parted: Disagreements
  pair: PairChoice
  keys: RowKeys
}) {
  return (
    <section aria-labelledby="disagreements" className="pt-12">
      <SectionHead id="disagreements" title="Disagreements, most worth adjudicating first">
        {nameCount(count)}
      </SectionHead>
      {disagreements.length === 0 ? (
        <p className="border-t border-ink pt-3 text-strong text-ink-2">
          No two annotations part, or all are ruled on.
        </p>
      ) : (
        <DisagreementBoard
          list={disagreements.map((row) => showDisagreement(slug, {}, highestScore, row))}
          keys={keys}
        >
          <Link href={addressReview(slug, pair)}>All disagreements</Link>
        </DisagreementBoard>
      )}
    </section>
  )
}
