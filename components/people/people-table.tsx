import { formatDuration } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { listPersonWarnings, formatHours, formatShare } from './describe-person'
import type { PeopleList, PersonAtWork } from './person'
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
          : `Annotators are paused below ${formatShare(pauseBelow)} exact match on gold`}
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
                <HeaderCell>Person</HeaderCell>
                <HeaderCell>Exact match on gold</HeaderCell>
                <HeaderCell className="max-desk:hidden">95% CI</HeaderCell>
                <HeaderCell numeric className="max-desk:hidden">
                  Exact match, last 20
                </HeaderCell>
                <HeaderCell numeric>Annotations</HeaderCell>
                <HeaderCell numeric className="max-desk:hidden">
                  Median time per step{' '}
                </HeaderCell>
                <HeaderCell numeric className="max-desk:hidden">
                  Given up
                </HeaderCell>
                <HeaderCell numeric className="max-desk:hidden">
                  Skipped
                </HeaderCell>
                <HeaderCell numeric>Active time</HeaderCell>
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
  person: PersonAtWork
  pauseBelow: number | null
}) {
  const { user, name, work, gold } = person
  const alarms = listPersonWarnings(person)
  return (
    <Row>
      <Cell className="wrap-anywhere">
        <Link href={`/projects/${slug}/people/${user}`}>{name}</Link>
        {alarms.length > 0 && (
          <span className="block text-caption text-negative">{alarms.join(', ')}</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        {gold.answers === 0 ? (
          <span className="text-ink-3">none yet</span>
        ) : (
          `${formatCount(gold.exact)} of ${formatCount(gold.answers)}`
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-desk:hidden">
        {gold.answers > 0 && (
          <>
            <PosteriorWhisker posterior={gold.posterior} threshold={pauseBelow} />
            <span className="pl-3 text-caption text-ink-2">
              {formatShare(gold.posterior.low)} to {formatShare(gold.posterior.high)}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {gold.answers > 0 && formatShare(gold.recent.exact / gold.recent.answers)}
      </Cell>
      <Cell numeric>{formatCount(work.annotations)}</Cell>
      <Cell numeric className="whitespace-nowrap max-desk:hidden">
        {work.medianStepMs !== null && formatDuration(work.medianStepMs)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {work.annotations > 0 && formatShare(work.gaveUp / work.annotations)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(work.skips)}
      </Cell>
      <Cell numeric className="whitespace-nowrap">
        {formatHours(work.activeMs)}
      </Cell>
    </Row>
  )
}
