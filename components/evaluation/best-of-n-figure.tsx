import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { listAvailableCurveNames, getCurveLabel } from './best-of-n-layout'
import { BestOfNPlot } from './best-of-n-plot'
import { formatBestOfNCaption, formatBestOfNTitle } from './describe-evaluation'
import type { BestOfN, EvaluationResult } from './evaluation'
import { formatPercentInterval } from './format-figures'
import type { TrainingOverlap } from './training-overlap'

/** Share of problems solved by selecting one of n samples, for each selection method. */
export function BestOfNFigure({
  bestOf,
  overlap,
}: Pick<EvaluationResult, 'bestOf'> & { overlap: TrainingOverlap | null }) {
  if (bestOf === null || bestOf.problems < minCountForRate)
    return (
      <FigureWithoutData id="best-of" title="Best of N">
        Problems with at least 2 graded solutions: {formatSampleShortage(bestOf?.problems ?? 0)}
      </FigureWithoutData>
    )
  return (
    <figure aria-labelledby="best-of">
      <PlotCaption id="best-of" title={formatBestOfNTitle(bestOf)} name="Best of N">
        <p className="max-w-[49rem] text-caption text-ink-3">
          {formatBestOfNCaption(bestOf, overlap)}
        </p>
      </PlotCaption>
      <ScrollablePlotFrame label="Plot of best of N">
        <BestOfNPlot bestOf={bestOf} />
      </ScrollablePlotFrame>
      <BestOfNTable bestOf={bestOf} />
    </figure>
  )
}

/** The numbers of the plot, for screen readers. */
function BestOfNTable({ bestOf }: { bestOf: BestOfN }) {
  const curves = listAvailableCurveNames(bestOf)
  return (
    <FigureTable
      caption="Share solved by selecting one of n samples, with 95% CI"
      headers={['n', ...curves.map((curve) => getCurveLabel(bestOf, curve))]}
      rows={bestOf.n.map((n, i) => [
        n,
        ...curves.map((curve) => {
          const share = bestOf[curve][i]
          return share ? formatPercentInterval(share) : 'unknown'
        }),
      ])}
    />
  )
}
