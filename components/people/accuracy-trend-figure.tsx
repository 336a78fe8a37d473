import { FigureTable } from '@/components/ui/figure-table'
import { FigureWithoutData, PlotFrame } from '@/components/ui/plot-frame'
import { formatInstant } from '@/lib/platform/format'
import { AccuracyTrendPlot } from './accuracy-trend-plot'
import { formatWholePercent } from './describe-person'
import { layOutAccuracyTrend } from './lay-out-accuracy-trend'
import type { PersonDetail } from './person'

const minAnswers = 5

/** The trend of a person's accuracy on gold, after each answer. */
export function AccuracyTrendFigure({ detail: { answers, pauseBelow } }: { detail: PersonDetail }) {
  if (answers.length < minAnswers)
    return (
      <FigureWithoutData id="trend" title="Accuracy over time">
        n = {answers.length} gold answers (needs {minAnswers})
      </FigureWithoutData>
    )
  const points = layOutAccuracyTrend(answers)
  return (
    <figure aria-labelledby="trend">
      <figcaption className="pb-3">
        <h2 id="trend">Accuracy over time</h2>
        <p className="text-caption text-ink-3">
          Line: estimated share of exact answers over the last 20. Band: 95% credible interval
          {pauseBelow === null ? '.' : '. Dashed: pause threshold.'}
        </p>
      </figcaption>
      <PlotFrame label="Plot: accuracy over time">
        <AccuracyTrendPlot points={points} threshold={pauseBelow} />
      </PlotFrame>
      <FigureTable
        caption="Accuracy over time"
        headers={['Answer', 'When', 'Estimated exact share (last 20)']}
        rows={points.map(({ number, at, mean, band: [low, high] }) => [
          number,
          formatInstant(at),
          `${formatWholePercent(mean / 100)}, ${formatWholePercent(low / 100)} to ${formatWholePercent(high / 100)}`,
        ])}
      />
    </figure>
  )
}
