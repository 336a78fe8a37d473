import { formatCalibrationError } from '@/components/scoring/scorer-metric-columns'
import { DataTable } from '@/components/ui/data-table'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { formatCount } from '@/lib/platform/format'
import { formatPercent } from '@/lib/platform/format-share'
import { minRecommendedTrainingSolutions } from '@/lib/scoring/contract'
import {
  describeAucShortage,
  describeErrorShortage,
  describeHeldOutRatings,
} from '@/lib/scoring/held-out-metrics'
import type { EvaluationResult } from './evaluation'

/** Versions of the embedded scorer with their held-out metrics. */
export function ScorerVersionsSection({ versions }: Pick<EvaluationResult, 'versions'>) {
  if (versions.length === 0)
    return (
      <FigureWithoutData id="versions" title="Scorer versions">
        Train the embedded scorer to compare its versions here. It needs about{' '}
        {minRecommendedTrainingSolutions} labelled solutions.
      </FigureWithoutData>
    )
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Scorer versions</h2>
      <p className="pb-3 text-caption text-ink-3">
        Embedded scorer on problems held out from its training. In brackets: a baseline that knows
        only the step position. Held-out problems can differ between versions: compare only versions
        with the same ones.
      </p>
      <DataTable
        aria-labelledby="versions"
        rows={versions}
        rowKey={({ version }) => String(version)}
        hasCards
        columns={[
          {
            header: 'Version',
            render: ({ version }) => `Version ${version}`,
            renderCaption: ({ metrics }) => describeHeldOutRatings(metrics),
          },
          {
            header: 'Training solutions',
            numeric: true,
            render: ({ solutions }) => (
              <>
                {formatCount(solutions)}
                {solutions < minRecommendedTrainingSolutions && (
                  <span className="text-ink-3">, few</span>
                )}
              </>
            ),
          },
          {
            header: 'Step AUC',
            numeric: true,
            render: ({ metrics }) => (
              <Metric
                metric={metrics.stepAuc}
                format={(value) => value.toFixed(2)}
                tooFewText={describeAucShortage(metrics)}
              />
            ),
          },
          {
            header: 'First errors found',
            numeric: true,
            render: ({ metrics }) => (
              <Metric
                metric={metrics.firstErrorHit}
                format={formatPercent}
                tooFewText={describeErrorShortage(metrics)}
              />
            ),
          },
          {
            header: 'Calibration error',
            numeric: true,
            minScreen: 'desk',
            render: ({ metrics }) => formatCalibrationError(metrics),
          },
        ]}
      />
    </section>
  )
}

function Metric({
  metric,
  format,
  tooFewText,
}: {
  metric: { model: number; positionOnly: number } | null
  format: (value: number) => string
  /** Shown instead of a value from too few observations. */
  tooFewText: string | null
}) {
  if (metric === null) return 'unknown'
  if (tooFewText !== null) return tooFewText
  return (
    <>
      {format(metric.model)} <span className="text-ink-3">({format(metric.positionOnly)})</span>
    </>
  )
}
