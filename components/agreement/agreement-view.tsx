import { ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import type { Disagreements } from '@/components/review/review'
import type { RowKeys } from '@/components/review/use-lit-row'
import { formatInstant } from '@/lib/platform/format'
import {
  addressReport,
  type Agreement,
  type AgreementFilters,
  type AgreementResult,
  type Choices,
  type Publication,
} from './agreement'
import { AgreementProgress } from './agreement-progress'
import { ConfusionMatrix } from './confusion-matrix'
import { describeAgreement, describeLeftOut, describeSample } from './describe-agreement'
import { describeSince } from './describe-since'
import type { PairChoice } from './choose-pair'
import { FilterSentence } from './filter-sentence'
import { Headline } from './headline'
import { MeasuresTable } from './measures-table'
import { OtherDays } from './other-days'
import { PairsMatrix } from './pairs-matrix'
import { PartedList } from './parted-list'
import { WeeksFigure } from './weeks-figure'
import { WhatNext } from './what-next'

interface ViewProps {
  slug: string
  isAdmin: boolean
  filters: AgreementFilters
  choices: Choices | null
  guidelines: readonly Publication[]
  /** Of these filters, with its result; null: there is none. */
  shown: Agreement | null
  /** The newest of these filters. */
  newest: Agreement | null
  /** The first disagreements: of the two people that are chosen, else of all. */
  parted: Disagreements | null
  pair: PairChoice
  /** Names are shown before a ruling: disagreements can be listed by pair. */
  showsNames: boolean
  keys: RowKeys
  now: Date
}

const notYet =
  'Whether two people who read the same solution point at the same first error, and over what they part.'

/** How well people agree on the labels that the sentence chooses, and the ways to where they part. */
export function AgreementView(props: ViewProps) {
  const { slug, isAdmin, filters, choices, guidelines, shown, newest, now } = props
  const result = shown?.result ?? null
  const hasNumbers = result !== null && result.report.doublyLabelled > 0
  return (
    <Page>
      <PageTitle
        title="Agreement"
        abstract={result ? describeAgreement(result) : notYet}
        actions={shown && hasNumbers && <Files slug={slug} agreement={shown.agreement} />}
      />
      <FilterSentence
        {...{ slug, filters, guidelines, result, now }}
        choices={result?.choices ?? choices ?? noChoices}
      />
      <OtherDays slug={slug} filters={filters} />
      <AgreementProgress
        key={JSON.stringify(filters)}
        slug={slug}
        filters={filters}
        newest={newest}
        since={
          shown &&
          describeSince({
            newAnnotations: shown.newAnnotations ?? 0,
            takenBack: shown.takenBack ?? 0,
          })
        }
        when={shown && result ? `${formatInstant(result.asOf)} UTC, by ${shown.by}` : null}
      />
      {result &&
        (result.report.doublyLabelled === 0 ? (
          <WhatNext {...{ slug, filters, isAdmin }} hasLabels={result.report.solutions > 0} />
        ) : (
          <Numbers {...props} result={result} />
        ))}
    </Page>
  )
}

const noChoices: Choices = {
  ...{ people: [], rounds: [], slices: [], subjects: [], guidelines: [] },
  hasImported: false,
}

function Files({ slug, agreement }: { slug: string; agreement: string }) {
  return (['csv', 'json'] as const).map((format) => (
    <ButtonLink
      key={format}
      href={addressReport(slug, agreement, format)}

      download
    >
      {format.toUpperCase()}
    </ButtonLink>
  ))
}

function Numbers({
  slug,
  filters,
  result,
  guidelines,
  parted,
  pair,
  showsNames,
  keys,
}: ViewProps & { result: AgreementResult }) {
  const { report, names } = result
  const leftOut = describeLeftOut(result)
  return (
    <>
      <Headline slug={slug} report={report} />
      <p className="max-w-[49rem] pt-2 pb-12 text-caption text-ink-3">
        {describeSample(result, filters)} Brackets: 95 % interval, bootstrap over problems, 2,000
        draws. Under 20 solutions labelled twice no number is shown. {leftOut}
      </p>
      <div className="grid grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-x-6 gap-y-12 max-wide:grid-cols-1">
        <WeeksFigure weeks={report.weeks} guidelines={guidelines} />
        <ConfusionMatrix slug={slug} report={report} />
        <PairsMatrix pairs={report.pairs} {...{ slug, names, showsNames }} />
        <MeasuresTable report={report} />
      </div>
      {parted && <PartedList {...{ slug, parted, pair, keys }} />}
    </>
  )
}
