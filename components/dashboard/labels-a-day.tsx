import { Missing, PlotFrame } from '@/components/insights/plot-frame'
import { writeDay, writeRate, writeShare } from '@/components/rounds/write-figures'
import { Mark } from '@/components/ui/mark'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Day } from './dashboard'
import { countRatings, frame, layOutDays, ratingsDrawn } from './lay-out-days'

const looks = {
  negative: { word: 'Negative', shape: 'cross', fill: 'fill-plot-negative', edge: 'fill-negative' },
  neutral: { word: 'Neutral', shape: 'dash', fill: 'fill-plot-neutral', edge: 'fill-neutral' },
  positive: { word: 'Positive', shape: 'tick', fill: 'fill-plot-positive', edge: 'fill-positive' },
} as const
const edgeHeight = 1.5
/** The last ones: all of them have no room there. */
const daysOnPhone = 13

/** What people said on each of the last days, and when the rest will be done. */
export function LabelsADay({ days, end }: { days: readonly Day[]; end: string | null }) {
  const sums = days.reduce(
    (all, day) => ({
      annotations: all.annotations + day.annotations,
      ...{ negative: all.negative + day.negative, neutral: all.neutral + day.neutral },
      positive: all.positive + day.positive,
    }),
    { annotations: 0, negative: 0, neutral: 0, positive: 0 },
  )
  const steps = sums.negative + sums.neutral + sums.positive
  if (steps === 0)
    return (
      <Missing id="labels-a-day" title="Labels a day">
        Nobody has rated a step in the last {days.length} days.
      </Missing>
    )
  return (
    <figure aria-labelledby="labels-a-day">
      <figcaption className="pb-3">
        <h2 id="labels-a-day">Labels a day</h2>
        <p className="text-caption text-ink-3">
          Ratings of steps. In the last {days.length} days, today included:{' '}
          {formatNoun(sums.annotations, 'annotation')}, {writeRate((sums.negative / steps) * 100)}{' '}
          errors per 100 steps read.
          {end !== null &&
            ` At the pace of the last five days of work the rest is done on ${writeDay(end)}.`}
        </p>
      </figcaption>
      <div className="flex items-end gap-x-4 max-desk:block">
        <PlotFrame label="Plot: labels a day">
          <div className="max-desk:hidden">
            <DaysPlot days={days} />
          </div>
          <div className="desk:hidden">
            <DaysPlot days={days.slice(-daysOnPhone)} />
          </div>
        </PlotFrame>
        <ul className="grid flex-none gap-y-2 pb-8 text-caption max-desk:flex max-desk:gap-x-5 max-desk:pt-2 max-desk:pb-0">
          {ratingsDrawn.toReversed().map((rating) => (
            <li key={rating} className="flex items-center gap-x-1.5 whitespace-nowrap">
              <Mark shape={looks[rating].shape} className="size-3.5" />
              <span className="font-strong">{looks[rating].word}</span>
              <span className="text-ink-2">{writeShare(sums[rating] / steps)}</span>
            </li>
          ))}
        </ul>
      </div>
      <DaysTable days={days} />
    </figure>
  )
}

/** Decoration to a screen reader, which has the table. */
function DaysPlot({ days }: { days: readonly Day[] }) {
  const { width, right, bars, ticks, weeks } = layOutDays(days)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${frame.height}`}
      width={width}
      height={frame.height}
      className="text-caption"
    >
      {ticks.map(({ count, y }) => (
        <g key={count}>
          <path
            d={`M${frame.left} ${y}H${right}`}
            className={count === 0 ? 'stroke-plot-axis' : 'stroke-plot-grid'}
          />
          <text x={frame.left - 8} y={y + 4} textAnchor="end" className="fill-ink-3">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {bars.map(({ day, x, width: barWidth, parts }) =>
        parts.map(({ rating, y, height }) => (
          <g key={`${day} ${rating}`}>
            <rect {...{ x, y, width: barWidth, height }} className={looks[rating].fill} />
            <rect
              {...{ x, y, width: barWidth }}
              height={edgeHeight}
              className={looks[rating].edge}
            />
          </g>
        )),
      )}
      {weeks.map(({ label, x }) => (
        <text key={label} x={x} y={frame.bottom + 20} textAnchor="middle" className="fill-ink-3">
          {label}
        </text>
      ))}
    </svg>
  )
}

function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Labels a day</caption>
        <thead>
          <tr>
            <th scope="col">Day, UTC</th>
            <th scope="col">Annotations</th>
            {ratingsDrawn.map((rating) => (
              <th key={rating} scope="col">
                {looks[rating].word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .filter((day) => countRatings(day) > 0)
            .map((day) => (
              <tr key={day.day}>
                <th scope="row">{writeDay(day.day)}</th>
                <td>{day.annotations}</td>
                {ratingsDrawn.map((rating) => (
                  <td key={rating}>{day[rating]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
