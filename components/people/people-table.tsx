import { formatDuration } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { listPersonWarnings, formatHours, formatWholePercent } from './describe-person'
import type { PeopleList, PersonSummary } from './person'
import { PosteriorWhisker } from './posterior-whisker'

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
          <Table aria-labelledby="at-work">
            <thead>
              <tr>
                <TableHeaderCell>Person</TableHeaderCell>
                <TableHeaderCell>Exact match on gold</TableHeaderCell>
                <TableHeaderCell className="max-desk:hidden">95% CI</TableHeaderCell>
                <TableHeaderCell numeric className="max-desk:hidden">
                  Exact match, last 20
                </TableHeaderCell>
                <TableHeaderCell numeric>Annotations</TableHeaderCell>
                <TableHeaderCell numeric className="max-desk:hidden">
                  Median time per step{' '}
                </TableHeaderCell>
                <TableHeaderCell numeric className="max-desk:hidden">
                  Given up
                </TableHeaderCell>
                <TableHeaderCell numeric className="max-desk:hidden">
                  Skipped
                </TableHeaderCell>
                <TableHeaderCell numeric>Active time</TableHeaderCell>
              </tr>
            </thead>
            <tbody>
              {activePeople.map((person) => (
                <PersonRow key={person.user} {...{ slug, person, pauseBelow }} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  )
}

function PersonRow({
  slug,
  person,
  pauseBelow,
}: {
  slug: string
  person: PersonSummary
  pauseBelow: number | null
}) {
  const { user, name, work, gold } = person
  const alarms = listPersonWarnings(person)
  return (
    <TableRow>
      <TableCell className="wrap-anywhere">
        <Link href={`/projects/${slug}/people/${user}`}>{name}</Link>
        {alarms.length > 0 && (
          <span className="block text-caption text-negative">{alarms.join(', ')}</span>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {gold.answers === 0 ? (
          <span className="text-ink-3">none yet</span>
        ) : (
          `${formatCount(gold.exact)} of ${formatCount(gold.answers)}`
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap max-desk:hidden">
        {gold.answers > 0 && (
          <>
            <PosteriorWhisker posterior={gold.posterior} threshold={pauseBelow} />
            <span className="pl-3 text-caption text-ink-2">
              {formatWholePercent(gold.posterior.low)} to {formatWholePercent(gold.posterior.high)}
            </span>
          </>
        )}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {gold.answers > 0 && formatWholePercent(gold.recent.exact / gold.recent.answers)}
      </TableCell>
      <TableCell numeric>{formatCount(work.annotations)}</TableCell>
      <TableCell numeric className="whitespace-nowrap max-desk:hidden">
        {work.medianStepMs !== null && formatDuration(work.medianStepMs)}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {work.annotations > 0 && formatWholePercent(work.gaveUp / work.annotations)}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {formatCount(work.skips)}
      </TableCell>
      <TableCell numeric className="whitespace-nowrap">
        {formatHours(work.activeMs)}
      </TableCell>
    </TableRow>
  )
}
