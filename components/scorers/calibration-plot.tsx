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
import type { CalibrationPoint } from './describe-metrics'

const size = { width: 352, height: 300 }
const tick = { fill: 'var(--color-ink-3)', fontSize: 12 }
const ticks = [0, 0.25, 0.5, 0.75, 1]
const writeTick = (value: number) => String(value)

/** What was promised against what was found. Decoration to a screen reader, which has the table behind it. */
export function CalibrationPlot({ points }: { points: readonly CalibrationPoint[] }) {
  const most = Math.max(...points.map(({ steps }) => steps))
  const rows = points.map(({ predicted, observed, low, high, steps }) => ({
    predicted,
    observed,
    // By area, as far as the smallest can still be seen.
    radius: 2.5 + 4 * Math.sqrt(steps / most),
    bounds: [observed - low, high - observed] as [number, number],
  }))
  return (
    <div aria-hidden="true" className="font-ui text-caption">
      <p className="pb-1 text-ink-3">share that people found right</p>
      <ScatterChart
        {...size}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-plot-grid)" />
        <XAxis
          dataKey="predicted"
          type="number"
          domain={[0, 1]}
          ticks={ticks}
          height={24}
          tick={tick}
          tickLine={false}
          tickFormatter={writeTick}
          axisLine={{ stroke: 'var(--color-plot-axis)' }}
        />
        <YAxis
          dataKey="observed"
          type="number"
          domain={[0, 1]}
          ticks={ticks}
          width={36}
          tick={tick}
          tickLine={false}
          tickFormatter={writeTick}
          axisLine={false}
        />
        <ReferenceLine
          segment={[
            { x: 0, y: 0 },
            { x: 1, y: 1 },
          ]}
          stroke="var(--color-plot-3)"
          strokeDasharray="2 3"
        />
        <Scatter data={rows} isAnimationActive={false} shape={CalibrationDot}>
          <ErrorBar
            dataKey="bounds"
            direction="y"
            width={0}
            strokeWidth={1.5}
            stroke="var(--color-plot-1)"
            isAnimationActive={false}
          />
        </Scatter>
      </ScatterChart>
      <p className="w-[22rem] text-right text-ink-3">
        P(correct) that it gave; the larger a dot, the more steps
      </p>
    </div>
  )
}

interface Dot {
  cx?: number
  cy?: number
  payload?: { radius: number }
}

function CalibrationDot({ cx, cy, payload }: Dot) {
  return <circle cx={cx} cy={cy} r={payload?.radius} fill="var(--color-plot-1)" />
}
