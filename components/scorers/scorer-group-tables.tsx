import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { ScorerMetricCells } from './scorer-metric-cells'

const titles = { source: 'Source', subject: 'Subject' } as const

/** A version's metrics by source and by subject. A kind with fewer than two members has no table. */
export function ScorerGroupTables({ groups = [] }: Pick<ScorerMetrics, 'groups'>) {
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
              <ScorerMetricCells metrics={group} />
            </tr>
          ))}
        </tbody>
      </Table>
    )
  })
}
