import { fewestForRate } from '@/lib/insights/contract'
import { formatNoun } from '@/lib/platform/format'
import { captionBestOf, titleBestOf } from './describe-evaluation'
import type { Learning } from './describe-learning'
import type { BestOf, EvaluationResult } from './evaluation'
import { BestOfPlot } from './best-of-plot'
import { listCurves, nameCurve } from './lay-out-best-of'
import { Missing, PlotFrame } from './plot-frame'
import { writeShare } from './write-figures'

/** How many problems are solved by choosing one of n samples, by each way to choose. */
export function BestOfFigure({
  bestOf,
  learning,
}: Pick<EvaluationResult, 'bestOf'> & { learning: Learning | null }) {
  if (bestOf === null || bestOf.problems < fewestForRate)
    return (
      <Missing id="best-of" title="Best of N">
        How many problems are solved by choosing one of n samples by score, by votes, or knowing the
        answer. It needs {fewestForRate} problems with two samples or more whose answers are right
        or wrong, not unsure; there {bestOf?.problems === 1 ? 'is' : 'are'}{' '}
        {formatNoun(bestOf?.problems ?? 0, 'such problem')}.
      </Missing>
    )
  return (
    <figure aria-labelledby="best-of">
      <figcaption className="pb-3">
        <h2 id="best-of">{titleBestOf(bestOf)}</h2>
        <p className="max-w-[49rem] text-caption text-ink-3">{captionBestOf(bestOf, learning)}</p>
      </figcaption>
      <PlotFrame label="Plot of best of N">
        <BestOfPlot bestOf={bestOf} />
      </PlotFrame>
      <BestOfTable bestOf={bestOf} />
    </figure>
  )
}

/** The same in figures, for who does not see the plot. In a box of its own: a table is never narrower than its words. */
function BestOfTable({ bestOf }: { bestOf: BestOf }) {
  const curves = listCurves(bestOf)
  return (
    <div className="sr-only">
      <table>
        <caption>Problems solved by choosing one of n samples, with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            {curves.map((curve) => (
              <th key={curve} scope="col">
                {nameCurve(bestOf, curve)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bestOf.n.map((n, i) => (
            <tr key={n}>
              <th scope="row">{n}</th>
              {curves.map((curve) => {
                const each = bestOf[curve][i]
                return <td key={curve}>{each ? writeShare(each) : 'not known'}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
