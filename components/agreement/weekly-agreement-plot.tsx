'use client'

import { CartesianGrid, ComposedChart, ErrorBar, Line, ReferenceLine, XAxis, YAxis } from 'recharts'
import {
  plotGridProps,
  plotTickStyle,
  plotXAxisProps,
  plotYAxisProps,
} from '@/components/ui/plot-style'
import { formatCount } from '@/lib/platform/format'
import {
  weeklyPlotHeight,
  weeklyPlotMargin,
  type WeeklyAgreementLayout,
} from './weekly-agreement-layout'

/** Agreement over time, without a line across weeks that have no value. Hidden from screen readers, which get the table. */
export function WeeklyAgreementPlot({ layout }: { layout: WeeklyAgreementLayout }) {
  const { dots, points, lastPosition, floor, ticks, width, marks } = layout
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <ComposedChart
        width={width}
        height={weeklyPlotHeight}
        data={points}
        margin={{ ...weeklyPlotMargin, bottom: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid {...plotGridProps} />
        <XAxis
          {...plotXAxisProps}
          dataKey="position"
          type="number"
          domain={[-0.5, lastPosition + 0.5]}
          ticks={dots.map(({ position }) => position)}
          interval={0}
          height={weeklyPlotMargin.bottom}
          tick={<WeekTick dots={dots} />}
        />
        <YAxis
          {...plotYAxisProps}
          domain={[floor, 100]}
          ticks={ticks}
          interval={0}
          width={0}
          tick={renderNoTick}
          axisLine={false}
        />
        {marks.map(({ position, version, label }) => (
          <ReferenceLine
            key={version}
            x={position}
            stroke="var(--color-plot-3)"
            strokeDasharray="2 3"
            label={
              label === null
                ? undefined
                : { value: label, position: 'insideTopLeft', dy: -20, dx: -8, ...plotTickStyle }
            }
          />
        ))}
        <Line
          dataKey="exact"
          stroke="var(--color-accent-mid)"
          strokeWidth={1}
          dot={{ r: 4, fill: 'var(--color-plot-1)', stroke: 'none' }}
          activeDot={false}
          isAnimationActive={false}
        >
          <ErrorBar
            dataKey="bounds"
            direction="y"
            width={3}
            strokeWidth={1.5}
            stroke="var(--color-plot-1)"
            isAnimationActive={false}
          />
        </Line>
      </ComposedChart>
    </div>
  )
}

/** WeeklyAgreementAxis has the labels. With `tick={false}`, the grid would have no lines. */
const renderNoTick = () => <g />

interface WeekTickProps {
  x?: number | string
  y?: number | string
  payload?: { value?: unknown }
}

/** The Monday of a week, with its number of solutions below. */
function WeekTick({ x, y, payload, dots }: WeekTickProps & Pick<WeeklyAgreementLayout, 'dots'>) {
  const dot = dots.find(({ position }) => position === payload?.value)
  if (!dot) return null
  return (
    <text x={x} y={y} textAnchor="middle" className="fill-ink-3">
      <tspan x={x} dy={12}>
        {dot.label}
      </tspan>
      <tspan x={x} dy={16}>
        n {formatCount(dot.n)}
      </tspan>
    </text>
  )
}
