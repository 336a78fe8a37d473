import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { Figures } from './version-table'

const titles = { source: 'Source', subject: 'Subject' } as const

/** A version's metrics by source and by subject, each kind in a table; nothing if there is only one of each. */
export function GroupTables({ groups = [] }: Pick<ScorerMetrics, 'groups'>) {
  return (['source', 'subject'] as const).map((kind) => {
    const members = groups.filter((group) => group.kind === kind)
    return members.length === 0 ? null : (
      <Table key={kind} aria-label={`Metrics by ${kind}`} className="mt-6">
        <thead>
          <tr>
            <HeaderCell>{titles[kind]}</HeaderCell>
            <HeaderCell numeric>Step AUC</HeaderCell>
            <HeaderCell numeric>First error found</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Calibration error
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {members.map((group) => (
            <tr key={group.name}>
              <Cell className="break-words">
                {group.name}
                <span className="block text-caption text-ink-3">
                  {formatCount(group.heldOutSteps)} held-out steps
                </span>
              </Cell>
              <Figures metrics={group} />
            </tr>
          ))}
        </tbody>
      </Table>
    )
  })
}
