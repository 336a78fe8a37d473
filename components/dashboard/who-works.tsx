import { writeTime } from '@/components/own-work/describe-own-work'
import { PosteriorWhisker } from '@/components/people/posterior-whisker'
import { writeShare } from '@/components/rounds/write-figures'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Dashboard, PersonNow } from './dashboard'

/** Who has a solution in hand, who is paused, and who did something today. */
export function WhoWorks({
  slug,
  working: { people, count, atWork, leases },
  pauseUnder,
}: {
  slug: string
  working: Dashboard['working']
  pauseUnder: number | null
}) {
  const further = count - people.length
  return (
    <section aria-labelledby="who-works">
      <SectionHead id="who-works" title="Who is working">
        {atWork > 0 && `${formatCount(atWork)} at work, ${formatNoun(leases, 'solution')} held`}
      </SectionHead>
      {people.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">
          Nobody has a solution in hand, and nobody submitted one today.
        </p>
      ) : (
        <Table aria-labelledby="who-works">
          <thead>
            <tr>
              <HeadCell>Person</HeadCell>
              <HeadCell>Now</HeadCell>
              <HeadCell numeric>Done today</HeadCell>
              <HeadCell numeric className="max-desk:hidden">
                A step
              </HeadCell>
              <HeadCell className="max-desk:hidden">Gold, exact, 95 % interval</HeadCell>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonRow key={person.user} {...{ slug, person, pauseUnder }} />
            ))}
          </tbody>
        </Table>
      )}
      <p className="pt-3">
        <Link href={`/projects/${slug}/people`}>
          {further > 0 ? `${formatCount(further)} more today, and everybody` : 'Everybody'}
        </Link>
      </p>
    </section>
  )
}

function PersonRow({
  slug,
  person,
  pauseUnder,
}: {
  slug: string
  person: PersonNow
  pauseUnder: number | null
}) {
  const { user, name, doneToday, msPerStep, gold } = person
  return (
    <Row>
      <Cell className="wrap-anywhere">
        <Link href={`/projects/${slug}/people/${user}`}>{name}</Link>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2">{describeNow(person)}</Cell>
      <Cell numeric>{formatCount(doneToday)}</Cell>
      <Cell numeric className="whitespace-nowrap max-desk:hidden">
        {msPerStep !== null && writeTime(msPerStep)}
      </Cell>
      <Cell className="whitespace-nowrap max-desk:hidden">
        {gold === null ? (
          <span className="text-ink-3">none yet</span>
        ) : (
          <>
            <PosteriorWhisker posterior={gold} threshold={pauseUnder} />
            <span className="pl-3 text-caption text-ink-2">
              {writeShare(gold.low)} to {writeShare(gold.high)}
            </span>
          </>
        )}
      </Cell>
    </Row>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
})
const day = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
})

function describeNow({ now, pausedAt, lastSubmittedAt }: PersonNow): string {
  if (pausedAt !== null) return `paused since ${day.format(new Date(pausedAt))}`
  if (now !== null) {
    const step = `step ${formatCount(now.step)} of ${formatCount(now.steps)}`
    return now.isScreening ? `screening, ${step}` : step
  }
  return lastSubmittedAt === null ? '' : `last at ${clock.format(new Date(lastSubmittedAt))} UTC`
}
