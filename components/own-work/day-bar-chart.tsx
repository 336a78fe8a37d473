import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { formatCount, formatShortDay } from '@/lib/platform/format'
import { roundUpAxisMax } from './axis-max'

const width = 352
const axisWidth = 36
const plotTop = 12
const baseline = 112
const height = 136

/**
 * Labels every sixth bar, counted back from the last but one. The label of the last bar would be cut
 * off at the edge.
 */
const isLabelled = (index: number, count: number) => (count - 1 - index) % 6 === 1

/** Counts per day (or week) as bars, up to today, with a table for screen readers. `day` is the first day of a bar. */
export function DayBarChart({
  title,
  caption,
  days,
}: {
  title: string
  caption: string
  days: readonly { day: string; count: number }[]
}) {
  const axisMax = roundUpAxisMax(Math.max(...days.map(({ count }) => count)))
  const toY = (count: number) => baseline - (count / axisMax) * (baseline - plotTop)
  const barSpacing = (width - axisWidth) / days.length
  return (
    <figure aria-label={title}>
      <PlotCaption title={title}>
        <p className="text-caption text-ink-3">{caption}</p>
      </PlotCaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="block w-full max-w-[22rem] font-ui text-caption"
      >
        {[0, axisMax / 2, axisMax].map((tick) => (
          <g key={tick}>
            <path
              d={`M${axisWidth} ${toY(tick)}H${width}`}
              className={tick === 0 ? 'stroke-plot-axis' : 'stroke-plot-grid'}
              shapeRendering="crispEdges"
            />
            <text x={axisWidth - 8} y={toY(tick) + 4} textAnchor="end" className="fill-ink-3">
              {formatCount(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day, count }, index) => (
          <g key={day}>
            {count > 0 && (
              <rect
                x={axisWidth + index * barSpacing + 2}
                width={barSpacing - 4}
                y={Math.min(toY(count), baseline - 1.5)}
                height={Math.max(baseline - toY(count), 1.5)}
                className={index === days.length - 1 ? 'fill-accent' : 'fill-accent-mid'}
              />
            )}
            {isLabelled(index, days.length) && (
              <text
                x={axisWidth + (index + 0.5) * barSpacing}
                y={baseline + 18}
                textAnchor="middle"
                className="fill-ink-3"
              >
                {formatShortDay(day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <FigureTable
        caption={title}
        rows={days.map(({ day, count }) => [formatShortDay(day), count])}
      />
    </figure>
  )
}
