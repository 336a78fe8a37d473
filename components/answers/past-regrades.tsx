import { graderChoices } from '@/components/projects/setting-choices'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { ListedRegrade } from './answers'
import { describeRegradeOutcome, hasRegradeEnded } from './regrade'

/** Finished regrades, newest first. */
export function PastRegrades({ regrades }: { regrades: readonly ListedRegrade[] }) {
  const endedRegrades = regrades.filter(hasRegradeEnded)
  if (endedRegrades.length === 0) return null
  return (
    <section aria-labelledby="past-regrades" className="max-w-[44rem] pt-12">
      <SectionHeader id="past-regrades" title="Past regrades">
        times in UTC
      </SectionHeader>
      <Table aria-labelledby="past-regrades">
        <thead>
          <tr>
            <TableHeaderCell>Started</TableHeaderCell>
            <TableHeaderCell>Mode</TableHeaderCell>
            <TableHeaderCell>Result</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {endedRegrades.map((regrade) => (
            <tr key={regrade.regrade}>
              <TableCell>
                <time dateTime={regrade.createdAt}>{formatInstant(regrade.createdAt)}</time>
                <span className="block text-caption text-ink-3">{nameActors(regrade)}</span>
              </TableCell>
              <TableCell>
                {graderChoices.find(({ value }) => value === regrade.mode)?.label}
                <span className="block text-caption text-ink-3">{regrade.graderVersion}</span>
              </TableCell>
              <TableCell>{describeRegradeOutcome(regrade)}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const nameActors = ({ by, appliedBy }: ListedRegrade) =>
  appliedBy === null || appliedBy === by ? `by ${by}` : `by ${by}, applied by ${appliedBy}`
