import type { ReactNode } from 'react'
import { EmptyText } from '@/components/ui/empty-text'
import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatYieldCaption, classifyYieldDataAmount, formatYieldTitle } from './describe-yield'
import { formatInterval, formatErrorRate } from './format-figures'
import type { RoundYield } from './round'
import { sliceDisplayNames } from './slice-display-names'
import { YieldPlot } from './yield-plot'

/** Errors found per slice. Without enough data for a plot, says what is missing. */
export function YieldFigure({ roundYield }: { roundYield: RoundYield }) {
  const state = classifyYieldDataAmount(roundYield)
  if (state === 'empty')
    return (
      <YieldMessage title="No results yet">
        Errors per 100 steps will appear here, by slice, once solutions of this round are labelled.
      </YieldMessage>
    )
  if (state === 'few')
    return (
      <YieldMessage title="Not enough data for a plot">
        {formatQuantity(roundYield.annotations, 'annotation')} so far.{' '}
        {roundYield.slices
          .filter(({ annotations }) => annotations > 0)
          .map(
            ({ slice, errors, stepsRead }) =>
              `${sliceDisplayNames[slice] ?? slice}: ${formatQuantity(errors, 'error')} in ${formatQuantity(stepsRead, 'step')}.`,
          )
          .join(' ')}{' '}
        A slice is plotted from 20 annotations on 10 problems.
      </YieldMessage>
    )
  return (
    <figure aria-labelledby="yield">
      <PlotCaption id="yield" title={formatYieldTitle(roundYield)} name="Errors per 100 steps">
        <p className="text-caption text-ink-3">{formatYieldCaption(roundYield)}</p>
      </PlotCaption>
      <ScrollablePlotFrame label="Plot" showsEnd>
        <YieldPlot slices={roundYield.slices} />
      </ScrollablePlotFrame>
      <FigureTable
        caption="Errors found per 100 steps, by slice"
        headers={['Slice', 'Errors per 100 steps', '95% CI', 'Annotations', 'Steps read', 'Errors']}
        rows={roundYield.slices.map(({ slice, rate, annotations, stepsRead, errors }) => [
          sliceDisplayNames[slice] ?? slice,
          rate === null ? 'No data' : formatErrorRate(rate.perHundred),
          (rate && formatInterval(rate)) || 'Not enough data',
          formatCount(annotations),
          formatCount(stepsRead),
          formatCount(errors),
        ])}
      />
    </figure>
  )
}

function YieldMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="yield">
      <h2 id="yield">{title}</h2>
      <EmptyText>{children}</EmptyText>
    </section>
  )
}
