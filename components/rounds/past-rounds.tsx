import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describePolicy } from './describe-policy'
import type { Round } from './round'

/** Closed rounds, newest first. */
export function PastRounds({ rounds }: { rounds: readonly Round[] }) {
  const closedRounds = rounds.filter(({ state, number }) => state === 'closed' && number !== null)
  if (closedRounds.length === 0) return null
  return (
    <section aria-labelledby="past-rounds">
      <SectionHeader id="past-rounds" title="Past rounds" />
      <Table aria-labelledby="past-rounds">
        <thead>
          <tr>
            <HeaderCell numeric>Round</HeaderCell>
            <HeaderCell>Policy</HeaderCell>
            <HeaderCell numeric>Queued</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Started
            </HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Closed
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {closedRounds.map(({ round, number, policy, outcome, startedAt, closedAt }) => (
            <tr key={round}>
              <Cell numeric>{number}</Cell>
              <Cell>{describePolicy(policy)}</Cell>
              <Cell numeric>{outcome && formatCount(outcome.queued)}</Cell>
              <Cell numeric className="whitespace-nowrap max-desk:hidden">
                {startedAt && formatInstant(startedAt)}
              </Cell>
              <Cell numeric className="whitespace-nowrap max-desk:hidden">
                {closedAt && formatInstant(closedAt)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
