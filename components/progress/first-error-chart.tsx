import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { formatCount, formatQuantity } from '@/lib/platform/format'

/** In pixels; ten bars fit on a phone. */
const [barWidth, gap, height, top] = [29, 6, 164, 20]

const labelStep = (step: number, stepCount: number) =>
  step === stepCount ? `${step}+` : String(step)

/** Annotations by step of the first error. The last count includes all later steps. */
export function FirstErrorChart({ counts, days }: { counts: readonly number[]; days: number }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return (
      <FigureWithoutData id="first-errors" title="First error by step">
        No errors found in the last {days} days.
      </FigureWithoutData>
    )
  const maxCount = Math.max(...counts)
  const width = counts.length * (barWidth + gap)
  const toY = (count: number) => height - (count / maxCount) * (height - top)
  return (
    <figure aria-labelledby="first-errors">
      <PlotCaption id="first-errors" title="First error by step">
        <p className="text-caption text-ink-3">
          {formatQuantity(total, 'annotation')} with an error, last {days} days
        </p>
      </PlotCaption>
      <ScrollablePlotFrame label="Plot of first error by step">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} 200`}
          width={width}
          height={200}
          className="text-caption"
        >
          <path d={`M0 ${height}H${width}`} className="stroke-plot-axis" />
          {counts.map((count, i) => {
            const x = gap / 2 + i * (barWidth + gap)
            const labelProps = { x: x + barWidth / 2, textAnchor: 'middle' } as const
            return (
              <g key={labelStep(i + 1, counts.length)}>
                <rect
                  x={x}
                  y={toY(count)}
                  width={barWidth}
                  height={height - toY(count)}
                  className="fill-plot-1"
                />
                {count > 0 && (
                  <text {...labelProps} y={toY(count) - 5} className="fill-ink-3">
                    {formatCount(count)}
                  </text>
                )}
                <text {...labelProps} y={height + 18} className="fill-ink">
                  {labelStep(i + 1, counts.length)}
                </text>
              </g>
            )
          })}
        </svg>
      </ScrollablePlotFrame>
      <FigureTable
        caption="First error by step"
        headers={['Step', 'Annotations']}
        rows={counts.map((count, i) => [labelStep(i + 1, counts.length), count])}
      />
    </figure>
  )
}
