import { TableSection } from '@/components/ui/table-section'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeRoundPolicy } from './describe-round-policy'
import type { Round } from './round'

/** Closed rounds, newest first. */
export function PastRounds({ rounds }: { rounds: readonly Round[] }) {
  const closedRounds = rounds.filter(({ state, number }) => state === 'closed' && number !== null)
  if (closedRounds.length === 0) return null
  return (
    <TableSection
      id="past-rounds"
      title="Past rounds"
      rows={closedRounds}
      rowKey={({ round }) => round}
      columns={[
        { header: 'Round', numeric: true, render: ({ number }) => number },
        { header: 'Policy', render: ({ policy }) => describeRoundPolicy(policy) },
        {
          header: 'Queued',
          numeric: true,
          render: ({ outcome }) => outcome && formatCount(outcome.queued),
        },
        {
          header: 'Started',
          numeric: true,
          minScreen: 'desk',
          className: 'whitespace-nowrap',
          render: ({ startedAt }) => startedAt && formatInstant(startedAt),
        },
        {
          header: 'Closed',
          numeric: true,
          minScreen: 'desk',
          className: 'whitespace-nowrap',
          render: ({ closedAt }) => closedAt && formatInstant(closedAt),
        },
      ]}
    />
  )
}
