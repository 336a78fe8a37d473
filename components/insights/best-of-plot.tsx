'use client'

import type { ReactNode } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { formatCount } from '@/lib/platform/format'
import type { BestOf } from './evaluation'
import {
  type CurveEnd,
  curveLooks,
  findFloor,
  layOutEnds,
  listCurves,
  listTicks,
  narrowPlot,
  pickPlaces,
  plotMargin,
  plotSize,
} from './lay-out-best-of'

const tick = { fill: 'var(--color-ink-3)', fontSize: 12 }

/** Curves of best of N. Decoration to a screen reader, which has the table behind it. */
export function BestOfPlot({ bestOf }: { bestOf: BestOf }) {
  return (
    <div aria-hidden="true" className="@container font-ui text-caption">
      <p className="pb-1 text-ink-3">problems solved, per cent</p>
      <div className="hidden @min-[49rem]:block">
        <Curves bestOf={bestOf} {...plotSize} right={plotMargin.right} isNarrow={false}>
          {layOutEnds(bestOf).map((end) => (
            <EndOfCurve key={end.curve} end={end} />
          ))}
        </Curves>
      </div>
      <div className="@min-[49rem]:hidden">
        <Curves bestOf={bestOf} {...narrowPlot} isNarrow />
      </div>
      <p className="pl-12 text-ink-3">n, samples of a problem to choose from</p>
      <Names bestOf={bestOf} />
    </div>
  )
}

interface CurvesProps {
  bestOf: BestOf
  width: number
  height: number
  /** Room beside the lines. */
  right: number
  isNarrow: boolean
  children?: ReactNode
}

function Curves({ bestOf, width, height, right, isNarrow, children }: CurvesProps) {
  const curves = listCurves(bestOf)
  const floor = findFloor(bestOf)
  const rows = bestOf.n.map((n, i) => ({
    place: i,
    n,
    ...Object.fromEntries(curves.map((curve) => [curve, bestOf[curve][i]?.value ?? null])),
    band: readBounds(bestOf, i),
  }))
  return (
    <ComposedChart
      {...{ width, height }}
      data={rows}
      margin={{ top: plotMargin.top, right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-plot-grid)" />
      <XAxis
        dataKey="place"
        type="number"
        domain={[0, Math.max(1, bestOf.n.length - 1)]}
        ticks={pickPlaces(bestOf.n, isNarrow)}
        interval={0}
        height={plotMargin.bottom}
        tick={tick}
        tickLine={false}
        tickFormatter={(place: number) => formatCount(bestOf.n[place] ?? 0)}
        axisLine={{ stroke: 'var(--color-plot-axis)' }}
      />
      <YAxis
        domain={[floor, 1]}
        ticks={listTicks(floor)}
        width={plotMargin.left}
        tick={tick}
        tickLine={false}
        tickFormatter={(share: number) => String(Math.round(share * 100))}
        axisLine={false}
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
          stroke={curveLooks[curve].colour}
          strokeWidth={curveLooks[curve].width}
          strokeDasharray={curveLooks[curve].dashes}
          dot={bestOf.n.length === 1}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      {children}
    </ComposedChart>
  )
}

/** Where there is no room at the ends of lines: below, from the highest end down, each with a piece of its line. */
function Names({ bestOf }: { bestOf: BestOf }) {
  return (
    <ul className="grid gap-1 pt-3 @min-[49rem]:hidden">
      {layOutEnds(bestOf).map(({ curve, name, words }) => (
        <li key={curve} className="flex items-baseline gap-x-2">
          <svg viewBox="0 0 28 8" className="h-2 w-7 flex-none">
            <path
              d="M0 4H28"
              stroke={curveLooks[curve].colour}
              strokeWidth={curveLooks[curve].width}
              strokeDasharray={curveLooks[curve].dashes}
            />
          </svg>
          <span className="min-w-0">
            <span className={`font-strong ${curve === 'score' ? 'text-accent' : 'text-ink'}`}>
              {name}
            </span>{' '}
            <span className="text-ink-2">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function readBounds({ score }: BestOf, at: number): [number, number] | null {
  const each = score[at]
  return each && each.low !== null && each.high !== null ? [each.low, each.high] : null
}

function EndOfCurve({ end: { curve, name, x, y, nameY, words } }: { end: CurveEnd }) {
  return (
    <g>
      <circle cx={x} cy={y} r={3} fill={curveLooks[curve].colour} />
      <text x={x + 12} y={nameY + 4}>
        <tspan className={`font-strong ${curve === 'score' ? 'fill-accent' : 'fill-ink'}`}>
          {name}
        </tspan>
        <tspan dx={6} className="fill-ink-2">
          {words}
        </tspan>
      </text>
    </g>
  )
}
