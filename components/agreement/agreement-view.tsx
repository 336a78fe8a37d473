import type { DisagreementsReply } from '@/components/reviews/review'
import type { RowNavigationKeys } from '@/components/shell/use-current-row'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { formatInstant } from '@/lib/platform/format'
import {
  type Agreement,
  type AgreementFilters,
  type AgreementResult,
  type AgreementFilterChoices,
  type GuidelinePublication,
  agreementReportHref,
} from './agreement'
import { AgreementFilterChips } from './agreement-filter-chips'
import { AgreementStatus } from './agreement-status'
import { AnnotatorPairsMatrix } from './annotator-pairs-matrix'
import { ConfusionMatrix } from './confusion-matrix'
import { describeExcludedAnnotations, describeAgreementSample } from './describe-agreement'
import type { PairFilter } from './find-filtered-pair'
import { FirstAgreementChecklist } from './first-agreement-checklist'
import { HeadlineMeasures } from './headline-measures'
import { MeasuresTable } from './measures-table'
import { TopDisagreements } from './top-disagreements'
import { WeeklyAgreementFigure } from './weekly-agreement-figure'

interface ViewProps {
  slug: string
  /** The project’s annotators per solution. */
  overlap: number
  isAdmin: boolean
  filters: AgreementFilters
  choices: AgreementFilterChoices | null
  guidelines: readonly GuidelinePublication[]
  /** The newest run with a result for these filters. */
  current: Agreement | null
  /** The newest run for these filters, whatever its state. */
  newest: Agreement | null
  /** Top disagreements of the selected pair, or of all annotators. */
  disagreementList: DisagreementsReply | null
  pair: PairFilter
  /** Whether names are visible before adjudication, so that pairs can link to their disagreements. */
  showsNames: boolean
  keys: RowNavigationKeys
  now: Date
}

export function AgreementView(props: ViewProps) {
  const { slug, overlap, isAdmin, filters, choices, guidelines, current, newest, now } = props
  const result = current?.result ?? null
  const hasNumbers = result !== null && result.report.doublyLabelled > 0
  return (
    <PageLayout>
      <PageTitle
        title="Agreement"
        abstract="How often annotators find the same first error."
        learnMore={{ doc: 'agreement', topic: 'agreement' }}
        actions={current && hasNumbers && <Downloads slug={slug} agreement={current.agreement} />}
      />
      <AgreementFilterChips
        slug={slug}
        filters={filters}
        guidelines={guidelines}
        result={result}
        now={now}
        choices={result?.choices ?? choices ?? noChoices}
      />
      <AgreementStatus
        key={JSON.stringify(filters)}
        slug={slug}
        filters={filters}
        newest={newest}
        needsUpdate={result === null || current?.isOutdated === true}
        updatedAt={result && `${formatInstant(result.asOf)} UTC`}
      />
      {result &&
        (result.report.doublyLabelled === 0 ? (
          <FirstAgreementChecklist
            slug={slug}
            filters={filters}
            overlap={overlap}
            isAdmin={isAdmin}
            hasLabels={result.report.solutions > 0}
          />
        ) : (
          <Results {...props} result={result} />
        ))}
    </PageLayout>
  )
}

const noChoices: AgreementFilterChoices = {
  people: [],
  rounds: [],
  slices: [],
  subjects: [],
  guidelines: [],
  hasImported: false,
}

function Downloads({ slug, agreement }: { slug: string; agreement: string }) {
  return (['csv', 'json'] as const).map((format) => (
    <ButtonLink key={format} href={agreementReportHref(slug, agreement, format)} download>
      {format.toUpperCase()}
    </ButtonLink>
  ))
}

function Results({
  slug,
  filters,
  result,
  guidelines,
  disagreementList,
  pair,
  showsNames,
  keys,
}: ViewProps & { result: AgreementResult }) {
  const { report, names } = result
  return (
    <>
      <HeadlineMeasures slug={slug} report={report} />
      <p className="max-w-[49rem] pt-2 pb-12 text-caption text-ink-3">
        {[
          describeAgreementSample(result, filters),
          'Brackets: 95% CI.',
          describeExcludedAnnotations(result),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <div className="grid grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-x-6 gap-y-12 max-wide:grid-cols-1">
        <WeeklyAgreementFigure weeks={report.weeks} guidelines={guidelines} />
        <ConfusionMatrix slug={slug} report={report} />
        <AnnotatorPairsMatrix
          pairs={report.pairs}
          slug={slug}
          names={names}
          showsNames={showsNames}
        />
        <MeasuresTable report={report} />
      </div>
      {disagreementList && (
        <TopDisagreements
          slug={slug}
          disagreementList={disagreementList}
          pair={pair}
          filters={filters}
          keys={keys}
        />
      )}
    </>
  )
}
