import { Fragment } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { capitalise } from '@/lib/platform/format'
import { metricGroupNames, type ScorerMetrics } from '@/lib/scoring/held-out-metrics'
import { describeUnmeasuredGroups } from './describe-scorer-metrics'
import { HeldOutCaption, listMetricColumns } from './scorer-metric-columns'

/** A version's metrics by file and by subject. A kind with fewer than two members has no table. */
export function ScorerGroupTables({ metrics }: { metrics: ScorerMetrics }) {
  return (['source', 'subject'] as const).map((kind) => {
    const groups = metrics.groups.filter((group) => group.kind === kind)
    const note = describeUnmeasuredGroups(metrics, kind)
    return (
      <Fragment key={kind}>
        {groups.length > 0 && (
          <DataTable
            aria-label={`Metrics by ${metricGroupNames[kind]}`}
            className="mt-6"
            rows={groups.map((group) => ({ metrics: group }))}
            rowKey={({ metrics: { name } }) => name}
            columns={[
              {
                header: capitalise(metricGroupNames[kind]),
                className: 'break-words',
                render: (row) => row.metrics.name,
                renderCaption: (row) => <HeldOutCaption metrics={row.metrics} />,
              },
              ...listMetricColumns<{ metrics: (typeof groups)[number] }>(),
            ]}
          />
        )}
        {note !== null && <p className="pt-2 text-caption text-ink-3">{note}</p>}
      </Fragment>
    )
  })
}
