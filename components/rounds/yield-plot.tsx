'use client'

import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { plotGridProps, plotXAxisProps, plotYAxisProps } from '@/components/ui/plot-style'
import { formatCount } from '@/lib/platform/format'
import {
  layOutYieldPlot,
  getBandKey,
  yieldPlotMargin,
  yieldPlotSize,
  type YieldLineEnd,
} from './lay-out-yield-plot'
import type { RoundYield } from './round'
import { getSliceStyle } from './slice-styles'

/** The lines of the yield plot. Hidden from screen readers, which get the table instead. */
export function YieldPlot({ slices }: Pick<RoundYield, 'slices'>) {
  const plot = layOutYieldPlot({ slices })
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <ComposedChart
        {...yieldPlotSize}
        data={plot.rows}
        margin={{ top: yieldPlotMargin.top, right: yieldPlotMargin.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid {...plotGridProps} />
        <XAxis
          {...plotXAxisProps}
          dataKey="annotations"
          type="number"
          domain={[0, plot.maxAnnotations]}
          ticks={[...plot.xTicks]}
          height={yieldPlotMargin.bottom}
          tickFormatter={formatCount}
        />
        <YAxis
          {...plotYAxisProps}
          domain={[0, plot.maxRate]}
          ticks={[...plot.yTicks]}
          width={yieldPlotMargin.left}
        />
        {plot.plottedSlices.map((slice) => (
          <Area
            key={slice}
            dataKey={getBandKey(slice)}
            stroke="none"
            fill={getSliceStyle(slice).colour}
            fillOpacity={slice === 'convincing-wrong' ? 0.16 : 0.09}
            connectNulls
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        {plot.plottedSlices.map((slice) => (
          <Line
            key={slice}
            dataKey={slice}
            stroke={getSliceStyle(slice).colour}
            strokeWidth={getSliceStyle(slice).width}
            strokeDasharray={getSliceStyle(slice).dashes}
            dot={false}
            activeDot={false}
            connectNulls
            isAnimationActive={false}
          />
        ))}
        <text
          x={yieldPlotSize.width - yieldPlotMargin.right + 12}
          y={yieldPlotSize.height - yieldPlotMargin.bottom + 18}
          className="fill-ink-3"
        >
          annotations per slice
        </text>
        {plot.lineEnds.map((end) => (
          <LineEndLabel key={end.slice} end={end} />
        ))}
      </ComposedChart>
    </div>
  )
}

/** A dot at the end of the line, with the slice name, rate and interval. */
function LineEndLabel({ end: { slice, x, y, labelY, name, rateText } }: { end: YieldLineEnd }) {
  const labelX = yieldPlotSize.width - yieldPlotMargin.right + 12
  return (
    <g>
      <circle cx={x} cy={y} r={3} fill={getSliceStyle(slice).colour} />
      <text x={labelX} y={labelY + 4}>
        <tspan
          className={`font-strong ${slice === 'convincing-wrong' ? 'fill-accent' : 'fill-ink'}`}
        >
          {name}
        </tspan>
        <tspan dx={6} className="fill-ink-2">
          {rateText}
        </tspan>
      </text>
    </g>
  )
}
