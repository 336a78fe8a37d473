import type { ReactNode } from 'react'
import type { DataColumn } from '@/components/ui/data-table'
import { formatRoundedPercent } from '@/lib/platform/format-share'
import {
  describeAucShortage,
  describeCalibrationShortage,
  describeErrorShortage,
  describeHeldOutRatings,
  type HeldOutMetricsSummary,
} from '@/lib/scoring/held-out-metrics'
import { formatAuc } from './describe-scorer-metrics'

/** Three columns: step AUC, first errors and calibration error. Rows without metrics have empty cells. */
export function listMetricColumns<
  Row extends { metrics: HeldOutMetricsSummary | null },
>(): DataColumn<Row>[] {
  const makeColumn = (
    header: string,
    readValue: (metrics: HeldOutMetricsSummary) => number | null | undefined,
    renderMetrics: (metrics: HeldOutMetricsSummary) => ReactNode,
    minScreen?: 'desk',
  ): DataColumn<Row> => ({
    header,
    numeric: true,
    minScreen,
    sortValue: ({ metrics }) => (metrics && readValue(metrics)) ?? null,
    render: ({ metrics }) => metrics && renderMetrics(metrics),
  })
  return [
    makeColumn(
      'Step AUC',
      ({ stepAuc }) => stepAuc?.model,
      (metrics) => (
        <MetricWithBaselines
          metric={metrics.stepAuc}
          format={formatAuc}
          shortage={describeAucShortage(metrics)}
        />
      ),
    ),
    makeColumn(
      'First errors found',
      ({ firstErrorHit }) => firstErrorHit?.model,
      (metrics) => (
        <MetricWithBaselines
          metric={metrics.firstErrorHit}
          format={formatRoundedPercent}
          shortage={describeErrorShortage(metrics)}
        />
      ),
    ),
    makeColumn(
      'Calibration error',
      (metrics) => metrics.calibrationError,
      formatCalibrationError,
      'desk',
    ),
  ]
}

export const formatCalibrationError = (metrics: HeldOutMetricsSummary) =>
  describeCalibrationShortage(metrics) ?? metrics.calibrationError?.toFixed(3) ?? 'unknown'

/** Held-out ratings, and on narrow screens the calibration error, which has no column there. */
export function HeldOutCaption({ metrics }: { metrics: HeldOutMetricsSummary }) {
  return (
    <>
      {describeHeldOutRatings(metrics)}
      <span className="block desk:hidden">
        Calibration error: {formatCalibrationError(metrics)}
      </span>
    </>
  )
}

/** A metric of the scorer, with the same metric of the baselines below. */
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
  if (shortage !== null) return shortage
  if (metric === null) return 'unknown'
  return (
    <div className="whitespace-nowrap">
      <b>{format(metric.model)}</b>
      <span className="block text-caption text-ink-3">position {format(metric.positionOnly)}</span>
      <span className="block text-caption text-ink-3">chance {format(metric.random)}</span>
    </div>
  )
}
