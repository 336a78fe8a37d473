'use client'

import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { formatCount } from '@/lib/platform/format'
import { layOutYield, nameBand, plotMargin, plotSize, type LineEnd } from './lay-out-yield'
import type { RoundYield } from './round'
import { findLook } from './slice-looks'

const tick = { fill: 'var(--color-ink-3)', fontSize: 12 }

/** The lines of a yield. Decoration to a screen reader, which has the table behind it. */
export function YieldPlot({ slices }: Pick<RoundYield, 'slices'>) {
  const plot = layOutYield({ slices })
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <ComposedChart
        {...plotSize}
        data={plot.rows}
        margin={{ top: plotMargin.top, right: plotMargin.right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-plot-grid)" />
        <XAxis
          dataKey="annotations"
          type="number"
          domain={[0, plot.most]}
          ticks={[...plot.xTicks]}
          height={plotMargin.bottom}
          tick={tick}
          tickLine={false}
          tickFormatter={formatCount}
          axisLine={{ stroke: 'var(--color-plot-axis)' }}
        />
        <YAxis
          domain={[0, plot.top]}
          ticks={[...plot.yTicks]}
          width={plotMargin.left}
          tick={tick}
          tickLine={false}
          axisLine={false}
        />
        {plot.lines.map((slice) => (
          <Area
            key={slice}
            dataKey={nameBand(slice)}
            stroke="none"
            fill={findLook(slice).colour}
            fillOpacity={slice === 'convincing-wrong' ? 0.16 : 0.09}
            connectNulls
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        {plot.lines.map((slice) => (
          <Line
            key={slice}
            dataKey={slice}
            stroke={findLook(slice).colour}
            strokeWidth={findLook(slice).width}
            strokeDasharray={findLook(slice).dashes}
            dot={false}
            activeDot={false}
            connectNulls
            isAnimationActive={false}
          />
        ))}
        <text
          x={plotSize.width - plotMargin.right + 12}
          y={plotSize.height - plotMargin.bottom + 18}
          className="fill-ink-3"
        >
          annotations of the slice
        </text>
        {plot.ends.map((end) => (
          <EndOfLine key={end.slice} end={end} />
        ))}
      </ComposedChart>
    </div>
  )
}

/** A dot where the line ends, its name beside it, and the interval in figures. */
function EndOfLine({ end: { slice, x, y, nameY, name, words } }: { end: LineEnd }) {
  const namesFrom = plotSize.width - plotMargin.right + 12
  return (
    <g>
      <circle cx={x} cy={y} r={3} fill={findLook(slice).colour} />
      <text x={namesFrom} y={nameY + 4}>
        <tspan
          className={`font-strong ${slice === 'convincing-wrong' ? 'fill-accent' : 'fill-ink'}`}
        >
          {name}
        </tspan>
        <tspan dx={6} className="fill-ink-2">
          {words}
        </tspan>
      </text>
    </g>
  )
}
