import { DataTable } from '@/components/ui/data-table'
import { formatCount } from '@/lib/platform/format'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { listMetricColumns } from './scorer-metric-columns'

const titles = { source: 'Source', subject: 'Subject' } as const

/** A version's metrics by source and by subject. A kind with fewer than two members has no table. */
export function ScorerGroupTables({ groups = [] }: Pick<ScorerMetrics, 'groups'>) {
  return (['source', 'subject'] as const).map((kind) => {
    const members = groups.filter((group) => group.kind === kind)
    return members.length === 0 ? null : (
      <DataTable
        key={kind}
        aria-label={`Metrics by ${kind}`}
        className="mt-6"
        rows={members.map((metrics) => ({ metrics }))}
        rowKey={({ metrics }) => metrics.name}
        columns={[
          {
            header: titles[kind],
            className: 'break-words',
            render: ({ metrics }) => metrics.name,
            renderCaption: ({ metrics }) => `${formatCount(metrics.heldOutSteps)} held-out steps`,
          },
          ...listMetricColumns<{ metrics: (typeof members)[number] }>(),
        ]}
      />
    )
  })
}
