import { describeSampleShortage } from '@/components/insights/format-figures'
import { TableCell } from '@/components/ui/table'
import type { HeldOutMetricsSummary } from '@/lib/scoring/contract'
import {
  countAnnotationsWithError,
  formatAuc,
  formatRoundedPercent,
} from './describe-scorer-metrics'

/** Three table cells: step AUC, first errors and calibration error. Empty without metrics. */
export function ScorerMetricCells({ metrics }: { metrics: HeldOutMetricsSummary | null }) {
  if (metrics === null)
    return (
      <>
        <TableCell />
        <TableCell />
        <TableCell className="max-desk:hidden" />
      </>
    )
  const fewSteps = describeSampleShortage(metrics.heldOutSteps)
  const fewErrors = describeSampleShortage(countAnnotationsWithError(metrics))
  return (
    <>
      <BaselineCell metric={metrics.stepAuc} format={formatAuc} shortage={fewSteps} />
      <BaselineCell
        metric={metrics.firstErrorHit}
        format={formatRoundedPercent}
        shortage={fewErrors}
      />
      <TableCell numeric className="max-desk:hidden">
        {fewSteps ?? metrics.calibrationError?.toFixed(3) ?? 'unknown'}
      </TableCell>
    </>
  )
}

/** A metric above those of the baselines. */
function BaselineCell({
  metric,
  format,
  shortage,
}: {
  metric: HeldOutMetricsSummary['stepAuc']
  format: (value: number) => string
  /** Displayed instead of a metric based on too few data. */
  shortage: string | null
}) {
  if (metric === null) return <TableCell numeric>unknown</TableCell>
  if (shortage !== null) return <TableCell numeric>{shortage}</TableCell>
  return (
    <TableCell numeric className="whitespace-nowrap">
      <b>{format(metric.model)}</b>
      <span className="block text-caption text-ink-3">position {format(metric.positionOnly)}</span>
      <span className="block text-caption text-ink-3">chance {format(metric.random)}</span>
    </TableCell>
  )
}
