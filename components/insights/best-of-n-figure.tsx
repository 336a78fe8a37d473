import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatBestOfNCaption, formatBestOfNTitle } from './describe-evaluation'
import type { TrainingOverlap } from './training-overlap'
import type { BestOfN, EvaluationResult } from './evaluation'
import { BestOfNPlot } from './best-of-n-plot'
import { listBestOfNCurves, getCurveLabel } from './best-of-n-layout'
import { FigureWithoutData, PlotFrame } from './plot-frame'
import { formatSampleShortage, formatPercentInterval } from './format-figures'

/** Share of problems solved by selecting one of n samples, for each selection method. */
export function BestOfNFigure({
  bestOf,
  overlap,
}: Pick<EvaluationResult, 'bestOf'> & { overlap: TrainingOverlap | null }) {
  if (bestOf === null || bestOf.problems < minCountForRate)
    return (
      <FigureWithoutData id="best-of" title="Best of N">
        Problems with at least two graded samples: {formatSampleShortage(bestOf?.problems ?? 0)}
      </FigureWithoutData>
    )
  return (
    <figure aria-labelledby="best-of">
      <figcaption className="pb-3">
        <h2 id="best-of">{formatBestOfNTitle(bestOf)}</h2>
        <p className="max-w-[49rem] text-caption text-ink-3">
          {formatBestOfNCaption(bestOf, overlap)}
        </p>
      </figcaption>
      <PlotFrame label="Plot of best of N">
        <BestOfNPlot bestOf={bestOf} />
      </PlotFrame>
      <BestOfNTable bestOf={bestOf} />
    </figure>
  )
}

/** The numbers of the plot, for screen readers. */
function BestOfNTable({ bestOf }: { bestOf: BestOfN }) {
  const curves = listBestOfNCurves(bestOf)
  return (
    <div className="sr-only">
      <table>
        <caption>Share solved by selecting one of n samples, with 95% CI</caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            {curves.map((curve) => (
              <th key={curve} scope="col">
                {getCurveLabel(bestOf, curve)}
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
                return <td key={curve}>{each ? formatPercentInterval(each) : 'unknown'}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
