import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { recommendedTrainingSolutions } from '@/lib/scoring/contract'
import { countAnnotationsWithError } from '@/components/scorers/describe-scorer-metrics'
import { formatCount } from '@/lib/platform/format'
import type { EvaluationResult } from './evaluation'
import { FigureWithoutData } from './plot-frame'
import { describeSampleShortage, formatPercent } from './format-figures'

/** Versions of the embedded scorer with their held-out metrics. */
export function ScorerVersionsSection({ versions }: Pick<EvaluationResult, 'versions'>) {
  if (versions.length === 0)
    return (
      <FigureWithoutData id="versions" title="Scorer versions">
        Train the embedded scorer to compare its versions here. It needs about{' '}
        {recommendedTrainingSolutions} labelled solutions.
      </FigureWithoutData>
    )
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Scorer versions</h2>
      <p className="pb-3 text-caption text-ink-3">
        Embedded scorer on held-out problems; a baseline that knows only the step position in
        brackets. Held-out problems differ between versions.
      </p>
      <Table aria-labelledby="versions">
        <thead>
          <tr>
            <TableHeaderCell>Version</TableHeaderCell>
            <TableHeaderCell numeric>Training solutions</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Held-out steps
            </TableHeaderCell>
            <TableHeaderCell numeric>Step AUC</TableHeaderCell>
            <TableHeaderCell numeric>First errors found</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Calibration error
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, solutions, metrics }) => (
            <tr key={version}>
              <TableCell>{version}</TableCell>
              <TableCell numeric>
                {formatCount(solutions)}
                {solutions < recommendedTrainingSolutions && (
                  <span className="text-ink-3">, few</span>
                )}
              </TableCell>
              <TableCell numeric className="max-desk:hidden">
                {formatCount(metrics.heldOutSteps)}
              </TableCell>
              <MetricCell
                metric={metrics.stepAuc}
                write={(value) => value.toFixed(2)}
                tooFewText={describeSampleShortage(metrics.heldOutSteps)}
              />
              <MetricCell
                metric={metrics.firstErrorHit}
                write={formatPercent}
                tooFewText={describeSampleShortage(countAnnotationsWithError(metrics))}
              />
              <TableCell numeric className="max-desk:hidden">
                {describeSampleShortage(metrics.heldOutSteps) ??
                  metrics.calibrationError?.toFixed(3) ??
                  'unknown'}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function MetricCell({
  metric,
  write,
  tooFewText,
}: {
  metric: { model: number; positionOnly: number } | null
  write: (value: number) => string
  /** Shown instead of a value from too few observations. */
  tooFewText: string | null
}) {
  if (metric === null) return <TableCell numeric>unknown</TableCell>
  if (tooFewText !== null) return <TableCell numeric>{tooFewText}</TableCell>
  return (
    <TableCell numeric>
      {write(metric.model)} <span className="text-ink-3">({write(metric.positionOnly)})</span>
    </TableCell>
  )
}
