import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'
import { formatNoun } from '@/lib/platform/format'
import type { AgreementFilters, AgreementResult, Choices, Publication } from './agreement'
import {
  describeDays,
  describeGuidelines,
  describePeople,
  describeRounds,
  describeSolutions,
  describeSubjects,
  findMonday,
  labelWords,
  nameSlice,
  weekChoices,
} from './describe-filters'
import { PeopleMenu } from './people-menu'
import { pickClasses } from './pick-classes'
import { addressAgreement } from './write-filters'

interface SentenceProps {
  slug: string
  filters: AgreementFilters
  choices: Choices
  guidelines: readonly Publication[]
  /** What stands below; null: nothing yet. */
  result: AgreementResult | null
  now: Date
}

/** Which labels: each underlined word opens a menu. What is chosen stands in the address. */
export function FilterSentence(props: SentenceProps) {
  const { slug, filters, choices, result, now } = props
  const to = (change: Partial<AgreementFilters>) =>
    addressAgreement(slug, { ...filters, ...change })
  return (
    <div className="pb-2 text-strong/7 text-ink-2" role="group" aria-label="Which labels">
      Among{' '}
      <PeopleMenu
        key={(filters.people ?? []).join('\n')}
        slug={slug}
        filters={filters}
        words={describePeople(filters, choices.people)}
        people={choices.people}
      />
      {(choices.hasImported || filters.labels !== 'all') && (
        <>
          , <Pick words={labelWords[filters.labels]}>{listLabels(filters, to)}</Pick>,
        </>
      )}{' '}
      <Pick words={describeDays(filters, now)}>{listDays(props, to)}</Pick> of{' '}
      <Pick words={describeRounds(filters)}>{listRounds(props, to)}</Pick>, on{' '}
      <Pick words={describeSolutions(filters, result?.sample ?? null)}>
        {listSolutions(props, to)}
      </Pick>{' '}
      of <Pick words={describeSubjects(filters)}>{listSubjects(props, to)}</Pick> under{' '}
      <Pick words={describeGuidelines(filters)}>{listGuidelines(props, to)}</Pick>
      {result && (
        <span className="ml-3 inline-block text-caption text-ink-3">
          {formatNoun(result.report.doublyLabelled, 'solution')} labelled twice, of{' '}
          {formatNoun(result.report.problems, 'problem')}
        </span>
      )}
    </div>
  )
}

type To = (change: Partial<AgreementFilters>) => string

function Pick({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <>
          {words}
          <Icon name="chevron" className="size-3.5 text-ink-3" />
        </>
      }
      triggerClassName={pickClasses}
    >
      {children}
    </Menu>
  )
}

function Choice({
  href,
  current,
  children,
}: {
  href: string
  current: boolean
  children: ReactNode
}) {
  return (
    <MenuLink href={href} current={current}>
      <span className="truncate">{children}</span>
    </MenuLink>
  )
}

function listLabels({ labels }: AgreementFilters, to: To): ReactNode {
  return (['all', 'own', 'imported'] as const).map((each) => (
    <Choice key={each} href={to({ labels: each })} current={labels === each}>
      {labelWords[each]}
    </Choice>
  ))
}

function listDays({ filters, guidelines, now }: SentenceProps, to: To): ReactNode {
  const { from, until } = filters
  return (
    <>
      <Choice
        href={to({ from: undefined, until: undefined })}
        current={from === undefined && until === undefined}
      >
        at any time
      </Choice>
      {weekChoices.map((weeks) => {
        const monday = findMonday(weeks, now)
        return (
          <Choice
            key={weeks}
            href={to({ from: monday, until: undefined })}
            current={from === monday && until === undefined}
          >
            in the last {weeks} weeks
          </Choice>
        )
      })}
      {guidelines.length > 1 && <MenuRule />}
      {guidelines.slice(0, -1).map(({ version, publishedAt }) => {
        const day = publishedAt.slice(0, 10)
        return (
          <Choice
            key={version}
            href={to({ from: day, until: undefined })}
            current={from === day && until === undefined}
          >
            since the day of guideline {version}
          </Choice>
        )
      })}
    </>
  )
}

function listRounds({ filters: { rounds }, choices }: SentenceProps, to: To): ReactNode {
  return (
    <>
      <Choice href={to({ rounds: undefined })} current={rounds === undefined}>
        all rounds
      </Choice>
      {choices.rounds.map((round) => (
        <Choice
          key={round}
          href={to({ rounds: [round] })}
          current={rounds?.includes(round) ?? false}
        >
          round {round}
        </Choice>
      ))}
    </>
  )
}

function listSolutions({ filters, choices, result }: SentenceProps, to: To): ReactNode {
  const { slices } = filters
  const settled = filters.sample === 'auto' ? result?.sample : filters.sample
  return (
    <>
      <Choice
        href={to({ sample: 'random', slices: undefined })}
        current={settled === 'random' && slices === undefined}
      >
        solutions drawn at random
      </Choice>
      <Choice
        href={to({ sample: 'all', slices: undefined })}
        current={settled === 'all' && slices === undefined}
      >
        all solutions
      </Choice>
      <MenuRule />
      {choices.slices
        .filter((slice) => slice !== 'random')
        .map((slice) => (
          <Choice
            key={slice}
            href={to({ sample: 'all', slices: [slice] })}
            current={slices?.includes(slice) ?? false}
          >
            chosen as {nameSlice(slice)}
          </Choice>
        ))}
    </>
  )
}

function listSubjects({ filters: { subjects }, choices }: SentenceProps, to: To): ReactNode {
  return (
    <>
      <Choice href={to({ subjects: undefined })} current={subjects === undefined}>
        any subject
      </Choice>
      {choices.subjects.map((subject) => (
        <Choice
          key={subject}
          href={to({ subjects: [subject] })}
          current={subjects?.includes(subject) ?? false}
        >
          {subject}
        </Choice>
      ))}
    </>
  )
}

function listGuidelines({ filters, choices }: SentenceProps, to: To): ReactNode {
  const { guidelines } = filters
  return (
    <>
      <Choice href={to({ guidelines: undefined })} current={guidelines === undefined}>
        any guideline
      </Choice>
      {choices.guidelines.map((version) => (
        <Choice
          key={version}
          href={to({ guidelines: [version] })}
          current={guidelines?.includes(version) ?? false}
        >
          guideline {version}
        </Choice>
      ))}
    </>
  )
}
