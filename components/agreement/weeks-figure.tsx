import { EmptyFigure, PlotFrame } from '@/components/insights/plot-frame'
import { formatCount } from '@/lib/platform/format'
import { minReportedSolutions } from '@/lib/review/agreement/agreement-report'
import type { Publication, Week } from './agreement'
import { formatWeeksTitle } from './describe-agreement'
import { formatDay } from './describe-filters'
import { layOutWeeks } from './weeks-layout'
import { WeeksPlot } from './weeks-plot'
import { formatMeasure, formatMissingMeasure } from './format-measures'

/** Same first error by week, with guideline versions marked. */
export function WeeksFigure({
  weeks,
  guidelines,
}: {
  weeks: readonly Week[]
  guidelines: readonly Publication[]
}) {
  if (!weeks.some(({ exact }) => exact.value !== null))
    return (
      <EmptyFigure id="weeks" title="Agreement by week">
        A week needs {minReportedSolutions} solutions with two annotations. The week with the most
        has {formatCount(Math.max(0, ...weeks.map(({ solutions }) => solutions)))}.
      </EmptyFigure>
    )
  return (
    <figure aria-labelledby="weeks">
      <figcaption className="pb-3">
        <h2 id="weeks">{formatWeeksTitle(weeks, guidelines)}</h2>
        <p className="text-caption text-ink-3">
          Same first error by week of the later annotation, 95% CI
        </p>
      </figcaption>
      <PlotFrame label="Plot of agreement by week" showsEnd>
        <WeeksPlot layout={layOutWeeks(weeks, guidelines)} />
      </PlotFrame>
      <div className="sr-only">
        <table>
          <caption>Same first error by week, with 95% CI</caption>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Doubly labelled solutions</th>
              <th scope="col">Same first error</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, solutions, exact }) => (
              <tr key={week}>
                <th scope="row">{formatDay(week)}</th>
                <td>{solutions}</td>
                <td>
                  {exact.value === null
                    ? formatMissingMeasure(solutions, exact)
                    : formatMeasure(exact, 'share')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul>
          {guidelines.map(({ version, publishedAt }) => (
            <li key={version}>
              Guideline v{version} was published on {formatDay(publishedAt.slice(0, 10))}.
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
