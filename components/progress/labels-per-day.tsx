import { formatErrorRate, formatSharesOfTotal } from '@/components/rounds/format-figures'
import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { RatingIcon } from '@/components/ui/rating-icon'
import { formatCount, formatLongDay, formatQuantity } from '@/lib/platform/format'
import type { DashboardDay } from './dashboard'
import { countRatings, daysChartFrame, layOutDayBars, stackedRatings } from './day-bars-layout'

const ratingStyles = {
  negative: {
    label: 'Negative',
    shape: 'cross',
    fill: 'fill-plot-negative',
    edge: 'fill-negative',
  },
  neutral: { label: 'Neutral', shape: 'dash', fill: 'fill-plot-neutral', edge: 'fill-neutral' },
  positive: { label: 'Positive', shape: 'tick', fill: 'fill-plot-positive', edge: 'fill-positive' },
} as const
const edgeHeight = 1.5

/** Only the last days fit on a phone. */
const daysOnPhone = 13

/** Ratings on each of the last days, and the completion date at this pace. */
export function LabelsPerDay({
  days,
  completion,
}: {
  days: readonly DashboardDay[]
  /** Day on which the queue is finished at the current pace; null if unknown. */
  completion: string | null
}) {
  const totals = days.reduce(
    (sums, day) => ({
      annotations: sums.annotations + day.annotations,
      negative: sums.negative + day.negative,
      neutral: sums.neutral + day.neutral,
      positive: sums.positive + day.positive,
    }),
    { annotations: 0, negative: 0, neutral: 0, positive: 0 },
  )
  const steps = totals.negative + totals.neutral + totals.positive
  if (steps === 0)
    return (
      <FigureWithoutData id="labels-a-day" title="Ratings per day">
        No steps rated in the last {days.length} days.
      </FigureWithoutData>
    )
  const legendRatings = stackedRatings.toReversed()
  const shares = formatSharesOfTotal(legendRatings.map((rating) => totals[rating]))
  return (
    <figure aria-labelledby="labels-a-day">
      <PlotCaption id="labels-a-day" title="Ratings per day">
        <p className="text-caption text-ink-3">
          {formatQuantity(totals.annotations, 'annotation')} ·{' '}
          {formatErrorRate((totals.negative / steps) * 100)} errors per 100 steps · last{' '}
          {days.length} days
        </p>
        {completion !== null && (
          <p className="pt-1 text-strong">
            At the current pace, done by <b>{formatLongDay(completion)}</b>.
          </p>
        )}
      </PlotCaption>
      <div className="flex items-end gap-x-4 max-desk:block">
        <ScrollablePlotFrame label="Plot of ratings per day">
          <div className="max-desk:hidden">
            <DaysPlot days={days} />
          </div>
          <div className="desk:hidden">
            <DaysPlot days={days.slice(-daysOnPhone)} />
          </div>
        </ScrollablePlotFrame>
        <ul className="grid flex-none gap-y-2 pb-8 text-caption max-desk:flex max-desk:gap-x-5 max-desk:pt-2 max-desk:pb-0">
          {legendRatings.map((rating, i) => (
            <li key={rating} className="flex items-center gap-x-1.5 whitespace-nowrap">
              <RatingIcon shape={ratingStyles[rating].shape} className="size-3.5" />
              <span className="font-strong">{ratingStyles[rating].label}</span>
              <span className="text-ink-2">{shares[i]}</span>
            </li>
          ))}
        </ul>
      </div>
      <DaysTable days={days} />
    </figure>
  )
}

/** Hidden from screen readers, which get the table. */
function DaysPlot({ days }: { days: readonly DashboardDay[] }) {
  const { width, right, bars, ticks, weeks } = layOutDayBars(days)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${daysChartFrame.height}`}
      width={width}
      height={daysChartFrame.height}
      className="text-caption"
    >
      {ticks.map(({ count, y }) => (
        <g key={count}>
          <path
            d={`M${daysChartFrame.left} ${y}H${right}`}
            className={count === 0 ? 'stroke-plot-axis' : 'stroke-plot-grid'}
          />
          <text x={daysChartFrame.left - 8} y={y + 4} textAnchor="end" className="fill-ink-3">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {bars.map(({ day, x, width: barWidth, parts }) =>
        parts.map(({ rating, y, height }) => (
          <g key={`${day} ${rating}`}>
            <rect
              x={x}
              y={y}
              width={barWidth}
              height={height}
              className={ratingStyles[rating].fill}
            />
            <rect
              x={x}
              y={y}
              width={barWidth}
              height={edgeHeight}
              className={ratingStyles[rating].edge}
            />
          </g>
        )),
      )}
      {weeks.map(({ label, x }) => (
        <text
          key={label}
          x={x}
          y={daysChartFrame.bottom + 20}
          textAnchor="middle"
          className="fill-ink-3"
        >
          {label}
        </text>
      ))}
    </svg>
  )
}

function DaysTable({ days }: { days: readonly DashboardDay[] }) {
  return (
    <FigureTable
      caption="Ratings per day"
      headers={[
        'Day (UTC)',
        'Annotations',
        ...stackedRatings.map((rating) => ratingStyles[rating].label),
      ]}
      rows={days
        .filter((day) => countRatings(day) > 0)
        .map((day) => [
          formatLongDay(day.day),
          day.annotations,
          ...stackedRatings.map((rating) => day[rating]),
        ])}
    />
  )
}
