import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { makeCountColumn } from '@/components/ui/table-columns'
import { formatCount, formatShortDuration } from '@/lib/platform/format'
import { findSampleShortageText, formatRoundedPercent } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatHoursAndMinutes, listPersonWarnings } from './describe-person'
import { GoldAccuracy } from './gold-accuracy'
import type { PeopleList, PersonSummary } from './person'

/** Work and gold accuracy per person. Each row links to the person. */
export function PerformanceTable({ slug, list }: { slug: string; list: PeopleList }) {
  const { people, pauseBelow } = list
  const activePeople = people.filter(
    ({ work, gold, pausedAt }) =>
      work.annotations > 0 || work.skips > 0 || gold.answers > 0 || pausedAt !== null,
  )
  return (
    <section aria-labelledby="performance" className="pb-12">
      <SectionHeader id="performance" title="Performance">
        {pauseBelow === null
          ? 'automatic pauses are off'
          : `Annotators are paused when their accuracy on gold is very likely below ${formatRoundedPercent(pauseBelow)}`}
      </SectionHeader>
      <div className="overflow-x-auto">
        <DataTable
          aria-labelledby="performance"
          rows={activePeople}
          rowKey={({ user }) => user}
          hasLinks
          hasCards
          columns={listColumns(slug, pauseBelow)}
          empty="Accuracy and speed appear here after the first annotation."
        />
      </div>
    </section>
  )
}

function listColumns(slug: string, pauseBelow: number | null): DataColumn<PersonSummary>[] {
  return [
    {
      header: 'Person',
      className: 'wrap-anywhere',
      sortValue: ({ name }) => name,
      render: (person) => (
        <>
          <Link href={`/projects/${slug}/people/${person.user}`}>{person.name}</Link>
          <Warnings warnings={listPersonWarnings(person)} />
        </>
      ),
    },
    {
      header: 'Exact match on gold',
      className: 'whitespace-nowrap',
      sortValue: ({ gold }) => (gold.answers === 0 ? null : gold.exact / gold.answers),
      render: ({ gold }) =>
        gold.answers === 0 ? (
          <span className="whitespace-normal text-ink-3">
            no gold labelled yet (screening not counted)
          </span>
        ) : (
          `${formatCount(gold.exact)} of ${formatCount(gold.answers)}`
        ),
    },
    {
      header: '95% CI',
      minScreen: 'desk',
      className: 'whitespace-nowrap',
      render: ({ gold: { answers, posterior } }) =>
        answers > 0 && (
          <GoldAccuracy answers={answers} posterior={posterior} threshold={pauseBelow} />
        ),
    },
    {
      header: 'Exact match, last 20 gold',
      numeric: true,
      minScreen: 'desk',
      sortValue: ({ gold: { recent } }) => getRate(recent.exact, recent.answers),
      render: ({ gold: { recent } }) => formatRate(recent.exact, recent.answers),
    },
    makeCountColumn('Annotations', ({ work }) => work.annotations),
    {
      header: 'Median time per step',
      numeric: true,
      minScreen: 'desk',
      className: 'whitespace-nowrap',
      sortValue: ({ work }) => work.medianStepMs,
      render: ({ work }) => work.medianStepMs !== null && formatShortDuration(work.medianStepMs),
    },
    {
      header: 'Given up',
      numeric: true,
      minScreen: 'desk',
      sortValue: ({ work }) => getRate(work.gaveUp, work.annotations),
      render: ({ work }) =>
        formatRate(work.gaveUp, work.annotations) ?? findSampleShortageText(work.annotations),
    },
    makeCountColumn('Skipped', ({ work }) => work.skips, 'desk'),
    {
      header: 'Active time',
      numeric: true,
      className: 'whitespace-nowrap',
      sortValue: ({ work }) => work.activeMs,
      render: ({ work }) => formatHoursAndMinutes(work.activeMs),
    },
  ]
}

/** Returns null if there are too few for a rate. */
const getRate = (part: number, total: number) => (total < minCountForRate ? null : part / total)

function formatRate(part: number, total: number) {
  const rate = getRate(part, total)
  return rate === null ? null : formatRoundedPercent(rate)
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return <span className="block text-caption text-negative">{warnings.join(', ')}</span>
}
