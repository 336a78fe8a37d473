import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describePolicy } from './describe-policy'
import type { Round } from './round'

/** Rounds that were opened and are closed, newest first. */
export function PastRounds({ rounds }: { rounds: readonly Round[] }) {
  const closed = rounds.filter(({ state, number }) => state === 'closed' && number !== null)
  if (closed.length === 0) return null
  return (
    <section aria-labelledby="past-rounds">
      <SectionHead id="past-rounds" title="Rounds before" />
      <Table aria-labelledby="past-rounds">
        <thead>
          <tr>
            <HeadCell numeric>Round</HeadCell>
            <HeadCell>Policy</HeadCell>
            <HeadCell numeric>Queued</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Open from
            </HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              until
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {closed.map(({ round, number, policy, outcome, openedAt, closedAt }) => (
            <tr key={round}>
              <Cell numeric>{number}</Cell>
              <Cell>{describePolicy(policy).replace(/, because .*$/, '')}</Cell>
              <Cell numeric>{outcome && formatCount(outcome.queued)}</Cell>
              <Cell numeric className="whitespace-nowrap max-desk:hidden">
                {openedAt && formatInstant(openedAt)}
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
