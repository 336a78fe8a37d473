import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { formatPercentRange, formatRoundedPercent } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { AccuracyTrendPlot } from './accuracy-trend-plot'
import { computeAccuracyTrend } from './compute-accuracy-trend'
import type { PersonDetail } from './person'

/** The trend of a person's accuracy on gold. */
export function AccuracyTrendFigure({ detail: { answers, pauseBelow } }: { detail: PersonDetail }) {
  if (answers.length < minCountForRate)
    return (
      <FigureWithoutData id="trend" title="Exact match on gold over time">
        {describeShortage(answers.length)}
      </FigureWithoutData>
    )
  const points = computeAccuracyTrend(answers)
  return (
    <figure aria-labelledby="trend">
      <PlotCaption id="trend" title="Exact match on gold over time">
        <p className="text-caption text-ink-3">
          Line: estimated share of exact answers among the last 20. Band: 95% credible interval
          {pauseBelow === null ? '.' : '. Dashed: pause threshold.'}
        </p>
      </PlotCaption>
      <ScrollablePlotFrame label="Plot: exact match on gold over time">
        <AccuracyTrendPlot points={points} threshold={pauseBelow} />
      </ScrollablePlotFrame>
      <FigureTable
        caption="Exact match on gold over time"
        headers={['Answer', 'When', 'Estimated exact share (last 20)']}
        rows={points.map(({ number, at, mean, band: [low, high] }) => [
          number,
          formatInstant(at),
          `${formatRoundedPercent(mean / 100)}, ${formatPercentRange({ low: low / 100, high: high / 100 })}`,
        ])}
      />
    </figure>
  )
}

const describeShortage = (count: number) =>
  `${count === 0 ? 'No gold labelled yet (screening not counted)' : `${formatQuantity(count, 'gold answer')} so far`}. The plot needs ${minCountForRate}.`
