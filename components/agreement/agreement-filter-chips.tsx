import type { ReactNode } from 'react'
import { FilterChip, FilterChips } from '@/components/ui/filter-chip'
import { MenuLink, MenuSeparator } from '@/components/ui/menu'
import { formatQuantity } from '@/lib/platform/format'
import type {
  AgreementFilters,
  AgreementResult,
  AgreementFilterValues,
  GuidelinePublication,
} from './agreement'
import { agreementHref } from './agreement-href'
import { AnnotatorsFilterChip } from './annotators-filter-chip'
import { type DateFilterChoice, DatesFilterChip } from './dates-filter-chip'
import {
  describeAnnotatorFilter,
  describeDateFilter,
  describeGuidelineFilter,
  describeRoundFilter,
  describeSampleFilter,
  describeSubjectFilter,
  findWeekStart,
  getSliceName,
  labelOriginNames,
  weekCountChoices,
} from './describe-filters'

interface ChipsProps {
  slug: string
  filters: AgreementFilters
  choices: AgreementFilterValues
  guidelines: readonly GuidelinePublication[]
  /** Null without a result. */
  result: AgreementResult | null
  now: Date
}

/** Which annotations are compared. The URL keeps the filters. */
export function AgreementFilterChips(props: ChipsProps) {
  const { slug, filters, choices, result, now } = props
  const to = (change: Partial<AgreementFilters>) => agreementHref(slug, { ...filters, ...change })
  const clear = (isSet: boolean, change: Partial<AgreementFilters>) => (isSet ? to(change) : null)
  const { people, from, until, rounds, sample, slices, subjects, guidelines, labels } = filters
  return (
    <FilterChips label="Filters" count={result && describeCount(result)}>
      <AnnotatorsFilterChip
        key={`annotators ${(people ?? []).join(' ')}`}
        slug={slug}
        filters={filters}
        value={describeAnnotatorFilter(filters, choices.people)}
        people={choices.people}
      />
      <DatesFilterChip
        key={`dates ${from ?? ''} ${until ?? ''}`}
        slug={slug}
        filters={filters}
        value={describeDateFilter(filters, now)}
        choices={listDates(props, to)}
      />
      <FilterChip
        label="Rounds"
        value={describeRoundFilter(filters)}
        clearHref={clear(rounds !== undefined, { rounds: undefined })}
      >
        <Choice href={to({ rounds: undefined })} isCurrent={rounds === undefined}>
          All
        </Choice>
        {choices.rounds.map((round) => (
          <Choice
            key={round}
            href={to({ rounds: [round] })}
            isCurrent={rounds?.includes(round) ?? false}
          >
            Round {round}
          </Choice>
        ))}
      </FilterChip>
      <FilterChip
        label="Solutions"
        value={describeSampleFilter(filters, result?.sample ?? null)}
        clearHref={clear(sample !== 'auto' || slices !== undefined, {
          sample: 'auto',
          slices: undefined,
        })}
      >
        {listSolutions(props, to)}
      </FilterChip>
      <FilterChip
        label="Subject"
        value={describeSubjectFilter(filters)}
        clearHref={clear(subjects !== undefined, { subjects: undefined })}
      >
        <Choice href={to({ subjects: undefined })} isCurrent={subjects === undefined}>
          Any
        </Choice>
        {choices.subjects.map((subject) => (
          <Choice
            key={subject}
            href={to({ subjects: [subject] })}
            isCurrent={subjects?.includes(subject) ?? false}
          >
            {subject}
          </Choice>
        ))}
      </FilterChip>
      <FilterChip
        label="Guideline"
        value={describeGuidelineFilter(filters)}
        clearHref={clear(guidelines !== undefined, { guidelines: undefined })}
      >
        <Choice href={to({ guidelines: undefined })} isCurrent={guidelines === undefined}>
          Any
        </Choice>
        {choices.guidelines.map((version) => (
          <Choice
            key={version}
            href={to({ guidelines: [version] })}
            isCurrent={guidelines?.includes(version) ?? false}
          >
            v{version}
          </Choice>
        ))}
      </FilterChip>
      {(choices.hasImported || labels !== 'all') && (
        <FilterChip
          label="Origin"
          value={labelOriginNames[labels]}
          clearHref={clear(labels !== 'all', { labels: 'all' })}
        >
          {(['all', 'own', 'imported'] as const).map((each) => (
            <Choice key={each} href={to({ labels: each })} isCurrent={labels === each}>
              {capitalise(labelOriginNames[each])}
            </Choice>
          ))}
        </FilterChip>
      )}
    </FilterChips>
  )
}

const describeCount = ({ report }: AgreementResult) =>
  `${formatQuantity(report.doublyLabelled, 'doubly annotated solution')} · ${formatQuantity(report.problems, 'problem')}`

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type To = (change: Partial<AgreementFilters>) => string

function Choice({
  href,
  isCurrent,
  children,
}: {
  href: string
  isCurrent: boolean
  children: ReactNode
}) {
  return (
    <MenuLink href={href} current={isCurrent}>
      <span className="truncate">{children}</span>
    </MenuLink>
  )
}

function listDates({ filters, guidelines, now }: ChipsProps, to: To): DateFilterChoice[] {
  const { from, until } = filters
  const since = (label: string, day: string): DateFilterChoice => ({
    label,
    href: to({ from: day, until: undefined }),
    isCurrent: from === day && until === undefined,
  })
  return [
    {
      label: 'Any',
      href: to({ from: undefined, until: undefined }),
      isCurrent: from === undefined && until === undefined,
    },
    ...weekCountChoices.map((weeks) => since(`Last ${weeks} weeks`, findWeekStart(weeks, now))),
    ...guidelines
      .slice(0, -1)
      .map(({ version, publishedAt }) =>
        since(`Since guideline v${version}`, publishedAt.slice(0, 10)),
      ),
  ]
}

function listSolutions({ filters, choices, result }: ChipsProps, to: To): ReactNode {
  const { slices } = filters
  const resolved = filters.sample === 'auto' ? result?.sample : filters.sample
  return (
    <>
      <Choice
        href={to({ sample: 'random', slices: undefined })}
        isCurrent={resolved === 'random' && slices === undefined}
      >
        Random sample
      </Choice>
      <Choice
        href={to({ sample: 'all', slices: undefined })}
        isCurrent={resolved === 'all' && slices === undefined}
      >
        All
      </Choice>
      {choices.slices.some((slice) => slice !== 'random') && <MenuSeparator />}
      {choices.slices
        .filter((slice) => slice !== 'random')
        .map((slice) => (
          <Choice
            key={slice}
            href={to({ sample: 'all', slices: [slice] })}
            isCurrent={slices?.includes(slice) ?? false}
          >
            {getSliceName(slice)}
          </Choice>
        ))}
    </>
  )
}
