import { graderChoices } from '@/components/projects/setting-words'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { ListedRegrade } from './pair'
import { describePast, hasEnded } from './regrade'

/** What was graded anew before, newest first; one that goes on stands above by itself. */
export function PastRegrades({ regrades }: { regrades: readonly ListedRegrade[] }) {
  const ended = regrades.filter(hasEnded)
  if (ended.length === 0) return null
  return (
    <section aria-labelledby="past-regrades" className="max-w-[44rem] pt-12">
      <SectionHead id="past-regrades" title="Graded anew before">
        times in UTC
      </SectionHead>
      <Table aria-labelledby="past-regrades">
        <thead>
          <tr>
            <HeadCell>When, and by whom</HeadCell>
            <HeadCell>Compared</HeadCell>
            <HeadCell>State</HeadCell>
          </tr>
        </thead>
        <tbody>
          {ended.map((regrade) => (
            <tr key={regrade.regrade}>
              <Cell>
                <time dateTime={regrade.createdAt}>{formatInstant(regrade.createdAt)}</time>
                <span className="block text-caption text-ink-3">{nameActors(regrade)}</span>
              </Cell>
              <Cell>
                {graderChoices.find(({ value }) => value === regrade.mode)?.label}
                <span className="block text-caption text-ink-3">{regrade.graderVersion}</span>
              </Cell>
              <Cell>{describePast(regrade)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const nameActors = ({ by, appliedBy }: ListedRegrade) =>
  appliedBy === null || appliedBy === by ? `by ${by}` : `by ${by}, applied by ${appliedBy}`
