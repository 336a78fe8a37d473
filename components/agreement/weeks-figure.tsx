import { Missing, PlotFrame } from '@/components/insights/plot-frame'
import { formatNoun } from '@/lib/platform/format'
import { fewestSolutions } from '@/lib/review/agreement/report'
import type { Publication, Week } from './agreement'
import { titleWeeks } from './describe-agreement'
import { writeDay } from './describe-filters'
import { layOutWeeks } from './lay-out-weeks'
import { WeeksPlot } from './weeks-plot'
import { writeMeasure } from './write-measures'

/** Same first error by week, with lines where the guideline changed. */
export function WeeksFigure({
  weeks,
  guidelines,
}: {
  weeks: readonly Week[]
  guidelines: readonly Publication[]
}) {
  if (!weeks.some(({ exact }) => exact.value !== null))
    return (
      <Missing id="weeks" title="Agreement by week">
        Whether people agree more than they did, and what a new guideline changed. It needs a week
        with {fewestSolutions} solutions labelled twice; the fullest has{' '}
        {formatNoun(Math.max(0, ...weeks.map(({ solutions }) => solutions)), 'such solution')}.
      </Missing>
    )
  return (
    <figure aria-labelledby="weeks">
      <figcaption className="pb-3">
        <h2 id="weeks">{titleWeeks(weeks, guidelines)}</h2>
        <p className="text-caption text-ink-3">
          Same first error or both none, by the week of the later annotation, 95 % interval; a week
          with fewer than {fewestSolutions} solutions has no number.
        </p>
      </figcaption>
      <PlotFrame label="Plot of agreement by week" showsEnd>
        <WeeksPlot layout={layOutWeeks(weeks, guidelines)} />
      </PlotFrame>
      <div className="sr-only">
        <table>
          <caption>Same first error or both none, by week, with 95 % intervals</caption>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Solutions labelled twice</th>
              <th scope="col">Same first error</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, solutions, exact }) => (
              <tr key={week}>
                <th scope="row">{writeDay(week)}</th>
                <td>{solutions}</td>
                <td>{writeMeasure(exact, 'share')}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul>
          {guidelines.map(({ version, publishedAt }) => (
            <li key={version}>
              Guideline {version} was published on {writeDay(publishedAt.slice(0, 10))}.
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
