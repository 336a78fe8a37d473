import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { recommendedTrainingSolutions } from '@/lib/scoring/contract'
import { countSolutionsWithError } from '@/components/scorers/describe-metrics'
import { formatCount } from '@/lib/platform/format'
import type { EvaluationResult } from './evaluation'
import { EmptyFigure } from './plot-frame'
import { describeSampleShortage, formatPercent } from './format-figures'

/** Versions of the embedded scorer with their held-out metrics. */
export function VersionsSection({ versions }: Pick<EvaluationResult, 'versions'>) {
  if (versions.length === 0)
    return (
      <EmptyFigure id="versions" title="Scorer versions">
        Train the embedded scorer to compare its versions here. It needs about{' '}
        {recommendedTrainingSolutions} labelled solutions.
      </EmptyFigure>
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
            <HeaderCell>Version</HeaderCell>
            <HeaderCell numeric>Training solutions</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Held-out steps
            </HeaderCell>
            <HeaderCell numeric>Step AUC</HeaderCell>
            <HeaderCell numeric>First errors found</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Calibration error
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, solutions, metrics }) => (
            <tr key={version}>
              <Cell>{version}</Cell>
              <Cell numeric>
                {formatCount(solutions)}
                {solutions < recommendedTrainingSolutions && (
                  <span className="text-ink-3">, few</span>
                )}
              </Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(metrics.heldOutSteps)}
              </Cell>
              <MetricCell
                metric={metrics.stepAuc}
                write={(value) => value.toFixed(2)}
                tooFewText={describeSampleShortage(metrics.heldOutSteps)}
              />
              <MetricCell
                metric={metrics.firstErrorHit}
                write={formatPercent}
                tooFewText={describeSampleShortage(countSolutionsWithError(metrics))}
              />
              <Cell numeric className="max-desk:hidden">
                {describeSampleShortage(metrics.heldOutSteps) ??
                  metrics.calibrationError?.toFixed(3) ??
                  'unknown'}
              </Cell>
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
  if (metric === null) return <Cell numeric>unknown</Cell>
  if (tooFewText !== null) return <Cell numeric>{tooFewText}</Cell>
  return (
    <Cell numeric>
      {write(metric.model)} <span className="text-ink-3">({write(metric.positionOnly)})</span>
    </Cell>
  )
}
