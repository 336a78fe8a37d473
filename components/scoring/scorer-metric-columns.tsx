import type { ReactNode } from 'react'
import { describeSampleShortage } from '@/components/evaluation/format-figures'
import type { DataColumn } from '@/components/ui/data-table'
import type { HeldOutMetricsSummary } from '@/lib/scoring/contract'
import {
  countAnnotationsWithError,
  formatAuc,
  formatRoundedPercent,
} from './describe-scorer-metrics'

/** Three columns: step AUC, first errors and calibration error. Empty without metrics. */
export function listMetricColumns<
  Row extends { metrics: HeldOutMetricsSummary | null },
>(): DataColumn<Row>[] {
  const makeColumn = (
    header: string,
    renderMetrics: (metrics: HeldOutMetricsSummary) => ReactNode,
    minScreen?: 'desk',
  ): DataColumn<Row> => ({
    header,
    numeric: true,
    minScreen,
    render: ({ metrics }) => metrics && renderMetrics(metrics),
  })
  return [
    makeColumn('Step AUC', (metrics) => (
      <MetricWithBaselines
        metric={metrics.stepAuc}
        format={formatAuc}
        shortage={describeSampleShortage(metrics.heldOutSteps)}
      />
    )),
    makeColumn('First error found', (metrics) => (
      <MetricWithBaselines
        metric={metrics.firstErrorHit}
        format={formatRoundedPercent}
        shortage={describeSampleShortage(countAnnotationsWithError(metrics))}
      />
    )),
    makeColumn(
      'Calibration error',
      ({ heldOutSteps, calibrationError }) =>
        describeSampleShortage(heldOutSteps) ?? calibrationError?.toFixed(3) ?? 'unknown',
      'desk',
    ),
  ]
}

/** A metric above those of the baselines. */
function MetricWithBaselines({
  metric,
  format,
  shortage,
}: {
  metric: HeldOutMetricsSummary['stepAuc']
  format: (value: number) => string
  /** Displayed instead of a metric based on too few data. */
  shortage: string | null
}) {
  if (metric === null) return 'unknown'
  if (shortage !== null) return shortage
  return (
    <div className="whitespace-nowrap">
      <b>{format(metric.model)}</b>
      <span className="block text-caption text-ink-3">position {format(metric.positionOnly)}</span>
      <span className="block text-caption text-ink-3">chance {format(metric.random)}</span>
    </div>
  )
}
