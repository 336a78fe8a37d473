import { graderChoices } from '@/components/projects/setting-choices'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { ListedRegrade } from './pair'
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
            <HeaderCell>Started</HeaderCell>
            <HeaderCell>Mode</HeaderCell>
            <HeaderCell>Result</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {endedRegrades.map((regrade) => (
            <tr key={regrade.regrade}>
              <Cell>
                <time dateTime={regrade.createdAt}>{formatInstant(regrade.createdAt)}</time>
                <span className="block text-caption text-ink-3">{nameActors(regrade)}</span>
              </Cell>
              <Cell>
                {graderChoices.find(({ value }) => value === regrade.mode)?.label}
                <span className="block text-caption text-ink-3">{regrade.graderVersion}</span>
              </Cell>
              <Cell>{describeRegradeOutcome(regrade)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const nameActors = ({ by, appliedBy }: ListedRegrade) =>
  appliedBy === null || appliedBy === by ? `by ${by}` : `by ${by}, applied by ${appliedBy}`
