import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeRoundPolicy } from './describe-round-policy'
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
            <TableHeaderCell numeric>Round</TableHeaderCell>
            <TableHeaderCell>Policy</TableHeaderCell>
            <TableHeaderCell numeric>Queued</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Started
            </TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Closed
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {closedRounds.map(({ round, number, policy, outcome, startedAt, closedAt }) => (
            <tr key={round}>
              <TableCell numeric>{number}</TableCell>
              <TableCell>{describeRoundPolicy(policy)}</TableCell>
              <TableCell numeric>{outcome && formatCount(outcome.queued)}</TableCell>
              <TableCell numeric className="whitespace-nowrap max-desk:hidden">
                {startedAt && formatInstant(startedAt)}
              </TableCell>
              <TableCell numeric className="whitespace-nowrap max-desk:hidden">
                {closedAt && formatInstant(closedAt)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
