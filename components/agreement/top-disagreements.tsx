import { DisagreementTable } from '@/components/adjudication/disagreement-table'
import { typesetDisagreement } from '@/components/adjudication/typeset-disagreement'
import { type DisagreementsReply, disagreementListHref } from '@/components/reviews/review'
import type { RowNavigationKeys } from '@/components/shell/use-current-row'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import type { AgreementFilters } from './agreement'
import { describeDisagreementScope } from './describe-filters'
import type { PairFilter } from './find-filtered-pair'

export async function TopDisagreements({
  slug,
  disagreementList: { disagreements, highestScore, count },
  pair,
  filters,
  keys,
}: {
  slug: string
  disagreementList: DisagreementsReply
  pair: PairFilter
  filters: AgreementFilters
  keys: RowNavigationKeys
}) {
  const rows = await typesetTextsForPage((typesetter) =>
    disagreements.map((row) => typesetDisagreement(typesetter, slug, {}, highestScore, row)),
  )
  const scope = describeDisagreementScope(pair, filters)
  return (
    <section aria-labelledby="disagreements" className="pt-12">
      <SectionHeader id="disagreements" title="Top disagreements">
        {disagreements.length < count
          ? `${formatCount(disagreements.length)} of ${formatLimitedCount(count)} ${scope}`
          : `${formatCount(count)} ${scope}`}
      </SectionHeader>
      {disagreements.length === 0 ? (
        <EmptyText>No disagreements to adjudicate.</EmptyText>
      ) : (
        <DisagreementTable rows={rows} keys={keys}>
          <Link href={disagreementListHref(slug, pair)}>All disagreements</Link>
        </DisagreementTable>
      )}
    </section>
  )
}
