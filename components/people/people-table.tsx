import { formatDuration } from '@/components/own-work/describe-own-work'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatHours, formatWholePercent, listPersonWarnings } from './describe-person'
import { GoldAccuracy } from './gold-accuracy'
import type { PeopleList, PersonSummary } from './person'

/** Work and gold accuracy per person. Each row links to the person. */
export function PeopleTable({ slug, list }: { slug: string; list: PeopleList }) {
  const { people, pauseBelow } = list
  const activePeople = people.filter(
    ({ work, gold, pausedAt }) => work.annotations > 0 || gold.answers > 0 || pausedAt !== null,
  )
  return (
    <section aria-labelledby="at-work" className="pb-12">
      <SectionHeader id="at-work" title="Performance">
        {pauseBelow === null
          ? 'automatic pauses are off'
          : `Annotators are paused below ${formatWholePercent(pauseBelow)} exact match on gold`}
      </SectionHeader>
      {activePeople.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">
          Accuracy and speed appear here after the first annotation.
        </p>
      ) : (
        <div className="overflow-x-auto">
          <DataTable
            aria-labelledby="at-work"
            rows={activePeople}
            rowKey={({ user }) => user}
            hasLinks
            columns={listColumns(slug, pauseBelow)}
          />
        </div>
      )}
    </section>
  )
}

function listColumns(slug: string, pauseBelow: number | null): DataColumn<PersonSummary>[] {
  return [
    {
      header: 'Person',
      className: 'wrap-anywhere',
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
      render: ({ gold }) =>
        gold.answers === 0 ? (
          <span className="text-ink-3">none yet</span>
        ) : (
          `${formatCount(gold.exact)} of ${formatCount(gold.answers)}`
        ),
    },
    {
      header: '95% CI',
      minScreen: 'desk',
      className: 'whitespace-nowrap',
      render: ({ gold: { answers, posterior } }) =>
        answers > 0 && <GoldAccuracy {...{ answers, posterior }} threshold={pauseBelow} />,
    },
    {
      header: 'Exact match, last 20',
      numeric: true,
      minScreen: 'desk',
      render: ({ gold: { recent } }) =>
        recent.answers >= minCountForRate && formatWholePercent(recent.exact / recent.answers),
    },
    {
      header: 'Annotations',
      numeric: true,
      render: ({ work }) => formatCount(work.annotations),
    },
    {
      header: 'Median time per step',
      numeric: true,
      minScreen: 'desk',
      className: 'whitespace-nowrap',
      render: ({ work }) => work.medianStepMs !== null && formatDuration(work.medianStepMs),
    },
    {
      header: 'Given up',
      numeric: true,
      minScreen: 'desk',
      render: ({ work }) =>
        work.annotations >= minCountForRate && formatWholePercent(work.gaveUp / work.annotations),
    },
    {
      header: 'Skipped',
      numeric: true,
      minScreen: 'desk',
      render: ({ work }) => formatCount(work.skips),
    },
    {
      header: 'Active time',
      numeric: true,
      className: 'whitespace-nowrap',
      render: ({ work }) => formatHours(work.activeMs),
    },
  ]
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return <span className="block text-caption text-negative">{warnings.join(', ')}</span>
}
