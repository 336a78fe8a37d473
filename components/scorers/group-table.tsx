import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { Figures } from './scorer-version-table'

const titles = { source: 'Source', subject: 'Subject' } as const

/** A version's metrics by source and by subject, each kind in a table; nothing if there is only one of each. */
export function GroupTables({ groups = [] }: Pick<ScorerMetrics, 'groups'>) {
  return (['source', 'subject'] as const).map((kind) => {
    const members = groups.filter((group) => group.kind === kind)
    return members.length === 0 ? null : (
      <Table key={kind} aria-label={`Metrics by ${kind}`} className="mt-6">
        <thead>
          <tr>
            <TableHeaderCell>{titles[kind]}</TableHeaderCell>
            <TableHeaderCell numeric>Step AUC</TableHeaderCell>
            <TableHeaderCell numeric>First error found</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Calibration error
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {members.map((group) => (
            <tr key={group.name}>
              <TableCell className="break-words">
                {group.name}
                <span className="block text-caption text-ink-3">
                  {formatCount(group.heldOutSteps)} held-out steps
                </span>
              </TableCell>
              <Figures metrics={group} />
            </tr>
          ))}
        </tbody>
      </Table>
    )
  })
}
