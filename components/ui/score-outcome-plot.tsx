'use client'

import {
  CartesianGrid,
  ErrorBar,
  ReferenceLine,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
} from 'recharts'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { plotGridProps, plotXAxisProps, plotYAxisProps } from './plot-style'

const plotSize = { width: 352, height: 300 }
const shareTicks = [0, 0.25, 0.5, 0.75, 1]

export interface ScoreOutcomeBin {
  /** Mean of the scores. */
  predicted: number
  /** Share correct. */
  observed: { value: number; low: number | null; high: number | null }
  count: number
}

/**
 * Mean score against share correct. The dot of a bin with too few items for a rate is hollow. Hidden from screen readers, which
 * get the table.
 */
export function ScoreOutcomePlot({
  bins,
  range,
  text,
}: {
  bins: readonly ScoreOutcomeBin[]
  /** Range of the scores; null for probabilities, where the diagonal means perfect calibration. */
  range: [number, number] | null
  text: { xLabel: string; yLabel: string }
}) {
  const maxCount = Math.max(...bins.map(({ count }) => count))
  const rows = bins.map(({ predicted, observed: { value, low, high }, count }) => ({
    predicted,
    observed: value,
    hasEnoughForRate: count >= minCountForRate,
    // Area is proportional to the count, plus a visible minimum.
    radius: 2.5 + 4 * Math.sqrt(count / maxCount),
    errorLengths: [value - (low ?? value), (high ?? value) - value] as [number, number],
  }))
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <p className="pb-1 text-ink-3">{text.yLabel}</p>
      <ScatterChart
        {...plotSize}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid {...plotGridProps} />
        <XAxis
          {...plotXAxisProps}
          dataKey="predicted"
          type="number"
          domain={range ?? [0, 1]}
          {...(range === null ? { ticks: shareTicks } : { tickCount: 5 })}
          height={24}
          tickFormatter={(value: number) => String(Number(value.toPrecision(3)))}
        />
        <YAxis
          {...plotYAxisProps}
          dataKey="observed"
          type="number"
          domain={[0, 1]}
          ticks={shareTicks}
          width={36}
          tickFormatter={String}
        />
        {range === null && (
          <ReferenceLine
            segment={[
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ]}
            stroke="var(--color-plot-3)"
            strokeDasharray="2 3"
          />
        )}
        <Scatter data={rows} isAnimationActive={false} shape={drawDot}>
          <ErrorBar
            dataKey="errorLengths"
            direction="y"
            width={0}
            strokeWidth={1.5}
            stroke="var(--color-plot-1)"
            isAnimationActive={false}
          />
        </Scatter>
      </ScatterChart>
      <p className="w-[22rem] text-right text-ink-3">{text.xLabel}</p>
    </div>
  )
}

interface Dot {
  cx?: number
  cy?: number
  payload?: { radius: number; hasEnoughForRate: boolean }
}

const drawDot = ({ cx, cy, payload }: Dot) => (
  <circle
    cx={cx}
    cy={cy}
    r={payload?.radius}
    fill={payload?.hasEnoughForRate ? 'var(--color-plot-1)' : 'var(--color-paper)'}
    stroke="var(--color-plot-1)"
    strokeWidth={1.5}
  />
)
