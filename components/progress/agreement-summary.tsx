import { AgreementStatus } from '@/components/agreement/agreement-status'
import {
  formatMeasureBounds,
  formatMissingMeasure,
  formatMeasureNumber,
} from '@/components/agreement/format-measures'
import { WeeklyAgreementFigure } from '@/components/agreement/weekly-agreement-figure'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import type { Dashboard } from './dashboard'

const noFilters = { sample: 'auto', labels: 'all' } as const

/** The newest agreement without filters, which updates itself. */
export function AgreementSummary({
  slug,
  agreement,
}: {
  slug: string
  agreement: Dashboard['agreement']
}) {
  const hasWeeks = agreement?.weeks.some(({ exact }) => exact.value !== null)
  return (
    <section aria-labelledby="agreement">
      <SectionHeader id="agreement" title="Agreement">
        <Link href={`/projects/${slug}/agreement`}>Show details</Link>
      </SectionHeader>
      <div className="border-t border-ink pt-3">
        {agreement && <SameFirstError agreement={agreement} />}
        <AgreementStatus
          key={agreement?.asOf}
          slug={slug}
          filters={noFilters}
          newest={null}
          needsUpdate={agreement === null || agreement.isOutdated}
          updatedAt={agreement && `${formatInstant(agreement.asOf)} UTC`}
        />
      </div>
      {agreement && hasWeeks && <WeeklyAgreementFigure weeks={agreement.weeks} guidelines={[]} />}
    </section>
  )
}

function SameFirstError({
  agreement: { firstErrorExact: measure, doublyLabelled },
}: {
  agreement: NonNullable<Dashboard['agreement']>
}) {
  return (
    <dl>
      <dt className="font-label">Same first error</dt>
      {measure.value === null ? (
        <dd className="pt-1 pb-2 text-ink-3">{formatMissingMeasure(doublyLabelled, measure)}</dd>
      ) : (
        <dd className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-read text-figure font-text tracking-[-0.01em]">
            {formatMeasureNumber(measure.value, 'share')}
            <small className="text-[0.55em]/none">%</small>
          </span>
          <span className="text-strong text-ink-2">{formatMeasureBounds(measure, 'share')}</span>
          <span className="text-caption text-ink-3">
            {formatQuantity(doublyLabelled, 'doubly annotated solution')}
          </span>
        </dd>
      )}
    </dl>
  )
}
