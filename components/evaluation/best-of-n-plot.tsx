'use client'

import type { ReactNode } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { plotGridProps, plotXAxisProps, plotYAxisProps } from '@/components/ui/plot-style'
import { formatCount } from '@/lib/platform/format'
import {
  type BestOfNCurveEnd,
  bestOfNCurveStyles,
  findAccuracyAxisMin,
  layOutCurveEnds,
  listAvailableCurveNames,
  listAccuracyTicks,
  narrowBestOfNPlotLayout,
  pickTickPositions,
  bestOfNPlotMargin,
  bestOfNPlotSize,
} from './best-of-n-layout'
import type { BestOfN } from './evaluation'

/** Hidden from screen readers, which get the table. */
export function BestOfNPlot({ bestOf }: { bestOf: BestOfN }) {
  return (
    <div aria-hidden="true" className="@container font-ui text-caption">
      <p className="pb-1 text-ink-3">Problems solved (%)</p>
      <div className="hidden @min-[49rem]:block">
        <Curves
          bestOf={bestOf}
          {...bestOfNPlotSize}
          right={bestOfNPlotMargin.right}
          isNarrow={false}
        >
          {layOutCurveEnds(bestOf).map((end) => (
            <CurveLabel key={end.curve} end={end} />
          ))}
        </Curves>
      </div>
      <div className="@min-[49rem]:hidden">
        <Curves bestOf={bestOf} {...narrowBestOfNPlotLayout} isNarrow />
      </div>
      <p className="pl-12 text-ink-3">n (samples per problem)</p>
      <CurveLegend bestOf={bestOf} />
    </div>
  )
}

interface CurvesProps {
  bestOf: BestOfN
  width: number
  height: number
  /** Right margin in pixels. */
  right: number
  isNarrow: boolean
  children?: ReactNode
}

function Curves({ bestOf, width, height, right, isNarrow, children }: CurvesProps) {
  const curves = listAvailableCurveNames(bestOf)
  const axisMin = findAccuracyAxisMin(bestOf)
  const rows = bestOf.n.map((n, i) => ({
    position: i,
    n,
    ...Object.fromEntries(curves.map((curve) => [curve, bestOf[curve][i]?.value ?? null])),
    band: readBounds(bestOf, i),
  }))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top: bestOfNPlotMargin.top, right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid {...plotGridProps} />
      <XAxis
        {...plotXAxisProps}
        dataKey="position"
        type="number"
        domain={[0, Math.max(1, bestOf.n.length - 1)]}
        ticks={pickTickPositions(bestOf.n, isNarrow)}
        interval={0}
        height={bestOfNPlotMargin.bottom}
        tickFormatter={(position: number) => formatCount(bestOf.n[position] ?? 0)}
      />
      <YAxis
        {...plotYAxisProps}
        domain={[axisMin, 1]}
        ticks={listAccuracyTicks(axisMin)}
        width={bestOfNPlotMargin.left}
        tickFormatter={(share: number) => String(Math.round(share * 100))}
      />
      {curves.includes('score') && (
        <Area
          dataKey="band"
          stroke="none"
          fill="var(--color-plot-band)"
          fillOpacity={1}
          isAnimationActive={false}
          activeDot={false}
        />
      )}
      {curves.toReversed().map((curve) => (
        <Line
          key={curve}
          dataKey={curve}
          stroke={bestOfNCurveStyles[curve].colour}
          strokeWidth={bestOfNCurveStyles[curve].width}
          strokeDasharray={bestOfNCurveStyles[curve].dashes}
          dot={bestOf.n.length === 1}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      {children}
    </ComposedChart>
  )
}

/** On narrow screens, below the plot and in the order of the line ends. */
function CurveLegend({ bestOf }: { bestOf: BestOfN }) {
  return (
    <ul className="grid gap-1 pt-3 @min-[49rem]:hidden">
      {layOutCurveEnds(bestOf).map(({ curve, name, valueText }) => (
        <li key={curve} className="flex items-baseline gap-x-2">
          <svg viewBox="0 0 28 8" className="h-2 w-7 flex-none">
            <path
              d="M0 4H28"
              stroke={bestOfNCurveStyles[curve].colour}
              strokeWidth={bestOfNCurveStyles[curve].width}
              strokeDasharray={bestOfNCurveStyles[curve].dashes}
            />
          </svg>
          <span className="min-w-0">
            <span className={`font-strong ${curve === 'score' ? 'text-accent' : 'text-ink'}`}>
              {name}
            </span>{' '}
            <span className="text-ink-2">{valueText}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function readBounds({ score }: BestOfN, index: number): [number, number] | null {
  const interval = score[index]
  return interval && interval.low !== null && interval.high !== null
    ? [interval.low, interval.high]
    : null
}

function CurveLabel({ end: { curve, name, x, y, nameY, valueText } }: { end: BestOfNCurveEnd }) {
  return (
    <g>
      <circle cx={x} cy={y} r={3} fill={bestOfNCurveStyles[curve].colour} />
      <text x={x + 12} y={nameY + 4}>
        <tspan className={`font-strong ${curve === 'score' ? 'fill-accent' : 'fill-ink'}`}>
          {name}
        </tspan>
        <tspan dx={6} className="fill-ink-2">
          {valueText}
        </tspan>
      </text>
    </g>
  )
}
