'use client'

import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts'
import { plotGridProps, plotXAxisProps, plotYAxisProps } from '@/components/ui/plot-style'
import { formatCount } from '@/lib/platform/format'
import type { AccuracyTrendPoint } from './compute-accuracy-trend'

/** The share of exact answers over time. Hidden from screen readers, which read the table instead. */
export function AccuracyTrendPlot({
  points,
  threshold,
}: {
  points: readonly AccuracyTrendPoint[]
  threshold: number | null
}) {
  const [firstNumber, lastNumber] = [points[0]?.number ?? 1, points.at(-1)?.number ?? 1]
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <p className="pb-1 text-ink-3">exact matches, % of the last 20</p>
      <ComposedChart
        width={560}
        height={220}
        data={[...points]}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid {...plotGridProps} />
        <XAxis
          {...plotXAxisProps}
          dataKey="number"
          type="number"
          domain={[firstNumber, Math.max(lastNumber, firstNumber + 1)]}
          tickCount={5}
          allowDecimals={false}
          height={24}
          tickFormatter={formatCount}
        />
        <YAxis {...plotYAxisProps} domain={[0, 100]} ticks={[0, 25, 50, 75, 100]} width={36} />
        <Area
          dataKey="band"
          stroke="none"
          fill="var(--color-plot-band)"
          fillOpacity={1}
          isAnimationActive={false}
          activeDot={false}
        />
        {threshold !== null && (
          <ReferenceLine y={threshold * 100} stroke="var(--color-plot-3)" strokeDasharray="2 3" />
        )}
        <Line
          dataKey="mean"
          stroke="var(--color-plot-1)"
          strokeWidth={2}
          dot={points.length === 1}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
      <p className="pl-9 text-ink-3">gold answers, oldest first</p>
    </div>
  )
}
