import type { ReactNode } from 'react'
import { FilterChip, FilterChips } from '@/components/ui/filter-chip'
import { MenuLink, MenuSeparator } from '@/components/ui/menu'
import { capitalise, formatQuantity } from '@/lib/platform/format'
import type {
  AgreementFilters,
  AgreementResult,
  AgreementFilterChoices,
  GuidelinePublication,
} from './agreement'
import { agreementHref } from './agreement-href'
import { AnnotatorsFilterChip } from './annotators-filter-chip'
import { type DateFilterLink, DatesFilterChip } from './dates-filter-chip'
import {
  describeAnnotatorFilter,
  describeDateFilter,
  describeGuidelineFilter,
  describeRoundFilter,
  describeSampleFilter,
  describeSubjectFilter,
  findStartOfLastWeeks,
  getSliceName,
  labelOriginNames,
  weekCountChoices,
} from './describe-filters'

interface AgreementFilterChipsProps {
  slug: string
  filters: AgreementFilters
  choices: AgreementFilterChoices
  guidelines: readonly GuidelinePublication[]
  /** Null without a result. */
  result: AgreementResult | null
  now: Date
}

/** Which annotations are compared. The URL keeps the filters. */
export function AgreementFilterChips(props: AgreementFilterChipsProps) {
  const { slug, filters, choices, result, now } = props
  const hrefWith = (change: Partial<AgreementFilters>) =>
    agreementHref(slug, { ...filters, ...change })
  const makeClearHref = (isSet: boolean, change: Partial<AgreementFilters>) =>
    isSet ? hrefWith(change) : null
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
        choices={listDateChoices(props, hrefWith)}
      />
      <FilterChip
        label="Rounds"
        value={describeRoundFilter(filters)}
        clearHref={makeClearHref(rounds !== undefined, { rounds: undefined })}
      >
        <Choice href={hrefWith({ rounds: undefined })} isCurrent={rounds === undefined}>
          All
        </Choice>
        {choices.rounds.map((round) => (
          <Choice
            key={round}
            href={hrefWith({ rounds: [round] })}
            isCurrent={rounds?.includes(round) ?? false}
          >
            Round {round}
          </Choice>
        ))}
      </FilterChip>
      <FilterChip
        label="Solutions"
        value={describeSampleFilter(filters, result?.sample ?? null)}
        clearHref={makeClearHref(sample !== 'auto' || slices !== undefined, {
          sample: 'auto',
          slices: undefined,
        })}
      >
        {renderSampleChoices(props, hrefWith)}
      </FilterChip>
      <FilterChip
        label="Subject"
        value={describeSubjectFilter(filters)}
        clearHref={makeClearHref(subjects !== undefined, { subjects: undefined })}
      >
        <Choice href={hrefWith({ subjects: undefined })} isCurrent={subjects === undefined}>
          Any
        </Choice>
        {choices.subjects.map((subject) => (
          <Choice
            key={subject}
            href={hrefWith({ subjects: [subject] })}
            isCurrent={subjects?.includes(subject) ?? false}
          >
            {subject}
          </Choice>
        ))}
      </FilterChip>
      <FilterChip
        label="Guideline"
        value={describeGuidelineFilter(filters)}
        clearHref={makeClearHref(guidelines !== undefined, { guidelines: undefined })}
      >
        <Choice href={hrefWith({ guidelines: undefined })} isCurrent={guidelines === undefined}>
          Any
        </Choice>
        {choices.guidelines.map((version) => (
          <Choice
            key={version}
            href={hrefWith({ guidelines: [version] })}
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
          clearHref={makeClearHref(labels !== 'all', { labels: 'all' })}
        >
          {(['all', 'own', 'imported'] as const).map((origin) => (
            <Choice key={origin} href={hrefWith({ labels: origin })} isCurrent={labels === origin}>
              {capitalise(labelOriginNames[origin])}
            </Choice>
          ))}
        </FilterChip>
      )}
    </FilterChips>
  )
}

const describeCount = ({ report }: AgreementResult) =>
  `${formatQuantity(report.doublyLabelled, 'doubly annotated solution')}\u00a0· ${formatQuantity(report.problems, 'problem')}`

type HrefWith = (change: Partial<AgreementFilters>) => string

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

function listDateChoices(
  { filters, guidelines, now }: AgreementFilterChipsProps,
  hrefWith: HrefWith,
): DateFilterLink[] {
  const { from, until } = filters
  const makeSinceChoice = (label: string, day: string): DateFilterLink => ({
    label,
    href: hrefWith({ from: day, until: undefined }),
    isCurrent: from === day && until === undefined,
  })
  return [
    {
      label: 'Any',
      href: hrefWith({ from: undefined, until: undefined }),
      isCurrent: from === undefined && until === undefined,
    },
    ...weekCountChoices.map((weeks) =>
      makeSinceChoice(`Last ${weeks} weeks`, findStartOfLastWeeks(weeks, now)),
    ),
    ...guidelines
      .slice(0, -1)
      .map(({ version, publishedAt }) =>
        makeSinceChoice(`Since guideline v${version}`, publishedAt.slice(0, 10)),
      ),
  ]
}

function renderSampleChoices(
  { filters, choices, result }: AgreementFilterChipsProps,
  hrefWith: HrefWith,
): ReactNode {
  const { slices } = filters
  const chosenSample = filters.sample === 'auto' ? result?.sample : filters.sample
  return (
    <>
      <Choice
        href={hrefWith({ sample: 'random', slices: undefined })}
        isCurrent={chosenSample === 'random' && slices === undefined}
      >
        Random sample
      </Choice>
      <Choice
        href={hrefWith({ sample: 'all', slices: undefined })}
        isCurrent={chosenSample === 'all' && slices === undefined}
      >
        All
      </Choice>
      {choices.slices.some((slice) => slice !== 'random') && <MenuSeparator />}
      {choices.slices
        .filter((slice) => slice !== 'random')
        .map((slice) => (
          <Choice
            key={slice}
            href={hrefWith({ sample: 'all', slices: [slice] })}
            isCurrent={slices?.includes(slice) ?? false}
          >
            {getSliceName(slice)}
          </Choice>
        ))}
    </>
  )
}
