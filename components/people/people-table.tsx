import { writeTime } from '@/components/own-work/describe-own-work'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { listAlarms, writeHours, writeShare } from './describe-person'
import type { PeopleList, PersonAtWork } from './person'
import { PosteriorWhisker } from './posterior-whisker'

/** How each person works and answers gold; each row leads to the person. */
export function PeopleTable({ slug, list }: { slug: string; list: PeopleList }) {
  const { people, pauseUnder } = list
  const atWork = people.filter(
    ({ work, gold, pausedAt }) => work.annotations > 0 || gold.answers > 0 || pausedAt !== null,
  )
  return (
    <section aria-labelledby="at-work" className="pb-12">
      <SectionHead id="at-work" title="At work">
        {pauseUnder === null
          ? 'nobody is paused by the rule'
          : `paused when surely under ${writeShare(pauseUnder)}`}
      </SectionHead>
      {atWork.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">
          Nobody has submitted an annotation yet.
        </p>
      ) : (
        <div className="overflow-x-auto">
          <Table aria-labelledby="at-work">
            <thead>
              <tr>
                <HeadCell>Person</HeadCell>
                <HeadCell>Gold, exact</HeadCell>
                <HeadCell className="max-desk:hidden">95 % interval</HeadCell>
                <HeadCell numeric className="max-desk:hidden">
                  Last 20
                </HeadCell>
                <HeadCell numeric>Annotations</HeadCell>
                <HeadCell numeric className="max-desk:hidden">
                  A step
                </HeadCell>
                <HeadCell numeric className="max-desk:hidden">
                  Given up
                </HeadCell>
                <HeadCell numeric className="max-desk:hidden">
                  Skipped
                </HeadCell>
                <HeadCell numeric>Time</HeadCell>
              </tr>
            </thead>
            <tbody>
              {atWork.map((person) => (
                <PersonRow key={person.user} {...{ slug, person, pauseUnder }} />
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
  pauseUnder,
}: {
  slug: string
  person: PersonAtWork
  pauseUnder: number | null
}) {
  const { user, name, work, gold } = person
  const alarms = listAlarms(person)
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
            <PosteriorWhisker posterior={gold.posterior} threshold={pauseUnder} />
            <span className="pl-3 text-caption text-ink-2">
              {writeShare(gold.posterior.low)} to {writeShare(gold.posterior.high)}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {gold.answers > 0 && writeShare(gold.recent.exact / gold.recent.answers)}
      </Cell>
      <Cell numeric>{formatCount(work.annotations)}</Cell>
      <Cell numeric className="whitespace-nowrap max-desk:hidden">
        {work.medianStepMs !== null && writeTime(work.medianStepMs)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {work.annotations > 0 && writeShare(work.givenUp / work.annotations)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(work.skips)}
      </Cell>
      <Cell numeric className="whitespace-nowrap">
        {writeHours(work.activeMs)}
      </Cell>
    </Row>
  )
}
