import { DisagreementTable } from '@/components/review/disagreement-table'
import { formatLimitedCount } from '@/components/review/describe-review'
import { addressReview, type Disagreements } from '@/components/review/review'
import { typesetDisagreement } from '@/components/review/typeset-disagreement'
import type { RowKeys } from '@/components/review/use-current-row'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
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
      <SectionHeader id="disagreements" title="Disagreements, most worth adjudicating first">
        {formatLimitedCount(count)}
      </SectionHeader>
      {disagreements.length === 0 ? (
        <p className="border-t border-ink pt-3 text-strong text-ink-2">
          No two annotations part, or all are ruled on.
        </p>
      ) : (
        <DisagreementTable
          list={disagreements.map((row) => typesetDisagreement(slug, {}, highestScore, row))}
          keys={keys}
        >
          <Link href={addressReview(slug, pair)}>All disagreements</Link>
        </DisagreementTable>
      )}
    </section>
  )
}
