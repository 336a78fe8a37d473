import { GoldAccuracy } from '@/components/people/gold-accuracy'
import { Link } from '@/components/ui/link'
import { TableSection } from '@/components/ui/table-section'
import {
  formatCount,
  formatQuantity,
  formatShortDay,
  formatShortDuration,
} from '@/lib/platform/format'
import type { Dashboard, ActivePerson } from './dashboard'

/**
 * People who have a leased solution, are paused, or submitted something today. Only paused people if the reader may not know
 * who is active when.
 */
export function ActivePeople({
  slug,
  active: { people, total, annotators, listsOnlyPaused },
  pauseBelow,
}: {
  slug: string
  active: Dashboard['active']
  pauseBelow: number | null
}) {
  const unlistedCount = total - people.length
  return (
    <TableSection
      id="active-now"
      title={listsOnlyPaused ? 'Paused people' : 'Active now'}
      note={annotators > 0 && `${formatQuantity(annotators, 'person', 'people')} labelling`}
      rows={people}
      empty={
        listsOnlyPaused
          ? 'No one is paused.'
          : 'No one is labelling, and no annotations were submitted today.'
      }
      rowKey={({ user }) => user}
      hasLinks
      columns={[
        {
          header: 'Annotator',
          className: 'wrap-anywhere',
          render: ({ user, name }) => <Link href={`/projects/${slug}/people/${user}`}>{name}</Link>,
        },
        {
          header: 'Status',
          cellClassName: 'whitespace-nowrap text-ink-2',
          render: describeStatus,
        },
        !listsOnlyPaused && {
          header: 'Today (with gold)',
          numeric: true,
          render: ({ submittedToday }) => formatCount(submittedToday ?? 0),
        },
        !listsOnlyPaused && {
          header: 'Mean time per step',
          numeric: true,
          minScreen: 'desk',
          cellClassName: 'whitespace-nowrap',
          render: ({ msPerStep }) => msPerStep !== null && formatShortDuration(msPerStep),
        },
        {
          header: 'Exact match on gold (95% CI)',
          minScreen: 'desk',
          cellClassName: 'whitespace-nowrap',
          render: ({ gold }) =>
            gold === null ? (
              <span className="text-ink-3">–</span>
            ) : (
              <GoldAccuracy answers={gold.answers} posterior={gold} threshold={pauseBelow} />
            ),
        },
      ]}
    >
      {listsOnlyPaused && (
        <p className="max-w-abstract pt-3 text-caption text-ink-3">
          Names of people who are labelling now are hidden, because they could reveal who made an
          annotation.
        </p>
      )}
      <p className="pt-3">
        <Link href={`/projects/${slug}/people`}>
          {unlistedCount > 0
            ? `All people (${formatCount(unlistedCount)} more ${listsOnlyPaused ? 'paused' : 'active today'})`
            : 'All people'}
        </Link>
      </p>
    </TableSection>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

function describeStatus({ current, pausedAt, lastSubmittedAt }: ActivePerson): string {
  if (pausedAt !== null) return `Paused since ${formatShortDay(pausedAt)}`
  if (current !== null) {
    const step = `Step ${formatCount(current.step)} of ${formatCount(current.steps)}`
    return current.isScreening ? `Screening · ${step.toLowerCase()}` : step
  }
  return lastSubmittedAt === null
    ? ''
    : `Last at ${timeFormat.format(new Date(lastSubmittedAt))} UTC`
}
