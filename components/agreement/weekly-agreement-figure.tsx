import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { minReportedSolutions } from '@/lib/agreement/agreement-report'
import { formatCount, formatDay } from '@/lib/platform/format'
import type { GuidelinePublication, AgreementWeek } from './agreement'
import { formatWeeklyAgreementTitle } from './describe-agreement'
import { formatMeasure, formatMissingMeasure } from './format-measures'
import { WeeklyAgreementAxis } from './weekly-agreement-axis'
import { layOutWeeklyAgreement } from './weekly-agreement-layout'
import { WeeklyAgreementPlot } from './weekly-agreement-plot'

/** Same first error by week, with guideline versions marked. */
export function WeeklyAgreementFigure({
  weeks,
  guidelines,
}: {
  weeks: readonly AgreementWeek[]
  guidelines: readonly GuidelinePublication[]
}) {
  if (!weeks.some(({ exact }) => exact.value !== null))
    return (
      <FigureWithoutData id="weeks" title="Agreement by week">
        A week needs {minReportedSolutions} solutions with two annotations; no week has more than{' '}
        {formatCount(Math.max(0, ...weeks.map(({ solutions }) => solutions)))}.
      </FigureWithoutData>
    )
  const layout = layOutWeeklyAgreement(weeks, guidelines)
  return (
    <figure aria-labelledby="weeks">
      <PlotCaption
        id="weeks"
        title={formatWeeklyAgreementTitle(weeks, guidelines)}
        name="Agreement by week"
      >
        <p className="text-caption text-ink-3">
          Same first error by week of the later annotation, 95% CI
        </p>
      </PlotCaption>
      <ScrollablePlotFrame
        label="Plot of agreement by week"
        showsEnd
        axis={<WeeklyAgreementAxis layout={layout} />}
      >
        <WeeklyAgreementPlot layout={layout} />
      </ScrollablePlotFrame>
      <FigureTable
        caption="Same first error by week, with 95% CI"
        headers={['Week from', 'Doubly annotated solutions', 'Same first error']}
        rows={weeks.map(({ week, solutions, exact }) => [
          formatDay(week),
          solutions,
          exact.value === null
            ? formatMissingMeasure(solutions, exact)
            : formatMeasure(exact, 'share'),
        ])}
      />
      <div className="sr-only">
        <ul>
          {guidelines.map(({ version, publishedAt }) => (
            <li key={version}>
              Guideline v{version} was published on {formatDay(publishedAt)}.
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
