import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { ScoreOutcomePlot } from '@/components/ui/score-outcome-plot'
import { formatCount } from '@/lib/platform/format'
import { findSampleShortageText, formatRoundedPercent } from '@/lib/platform/format-share'
import type { ScorerMetrics } from '@/lib/scoring/held-out-metrics'
import {
  formatCalibrationCaption,
  describeScorerMetrics,
  listCalibrationPoints,
  formatCalibrationTitle,
} from './describe-scorer-metrics'
import { ScorerGroupTables } from './scorer-group-tables'

/** The quality of a version, in sentences. */
export function ScorerVersionSummary({
  version,
  metrics,
}: {
  version: number
  metrics: ScorerMetrics
}) {
  return (
    <section aria-labelledby="version-summary" className="max-w-[44rem] pt-8">
      <h3 id="version-summary">Version {version}</h3>
      {describeScorerMetrics(metrics).map((summary) => (
        <p key={summary} className="pt-1 text-strong text-ink-2">
          {summary}
        </p>
      ))}
      <ScorerGroupTables metrics={metrics} />
    </section>
  )
}

/** How well a version's scores match the ratings of annotators. */
export function ScorerCalibrationFigure({ metrics }: { metrics: ScorerMetrics }) {
  const points = listCalibrationPoints(metrics.bins)
  if (points.length === 0) return null
  return (
    <figure aria-labelledby="calibration">
      <PlotCaption
        id="calibration"
        title={formatCalibrationTitle(metrics)}
        name="Calibration"
        heading="h3"
      >
        <p className="text-caption text-ink-3">{formatCalibrationCaption(metrics)}</p>
      </PlotCaption>
      <div
        role="region"
        aria-label="Plot"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled with keys
        tabIndex={0}
        className="scroll-box overflow-x-auto overflow-y-hidden"
      >
        <ScoreOutcomePlot
          bins={points.map(({ predicted, observed, low, high, ratings }) => ({
            predicted,
            count: ratings,
            observed: { value: observed, low, high },
          }))}
          range={null}
          text={{
            yLabel: 'Share rated correct',
            xLabel: 'P(correct); larger dots have more ratings',
          }}
        />
      </div>
      <CalibrationTable points={points} />
    </figure>
  )
}

/** The same data for screen readers. */
function CalibrationTable({ points }: { points: ReturnType<typeof listCalibrationPoints> }) {
  return (
    <FigureTable
      caption="Calibration: predicted and observed"
      headers={['Mean P(correct)', 'Observed correct', '95% CI', 'Ratings']}
      rows={points.map(({ predicted, observed, low, high, ratings, hasEnoughRatings }) => [
        predicted.toFixed(2),
        findSampleShortageText(ratings) ?? formatRoundedPercent(observed),
        hasEnoughRatings && low !== null && high !== null
          ? `${formatRoundedPercent(low)} to ${formatRoundedPercent(high)}`
          : '',
        formatCount(ratings),
      ])}
    />
  )
}
