import { formatCount } from '@/lib/platform/format'
import { findNiceTop } from './nice-top'

const width = 352
const axis = 36
const top = 12
const floor = 112
const height = 136

const dayNames = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const formatDay = (day: string) => dayNames.format(new Date(`${day}T00:00:00Z`))

/** Counts per day as bars, up to today, with a table for screen readers. */
export function DayBars({
  title,
  caption,
  days,
}: {
  title: string
  caption: string
  days: readonly { day: string; count: number }[]
}) {
  const scaleTop = findNiceTop(Math.max(...days.map(({ count }) => count)))
  const toY = (count: number) => floor - (count / scaleTop) * (floor - top)
  const slot = (width - axis) / days.length
  return (
    <figure>
      <figcaption className="pb-3">
        <h2>{title}</h2>
        <p className="text-caption text-ink-3">{caption}</p>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="block w-full max-w-[22rem] font-ui text-caption"
      >
        {[0, scaleTop / 2, scaleTop].map((tick) => (
          <g key={tick}>
            <path
              d={`M${axis} ${toY(tick)}H${width}`}
              className={tick === 0 ? 'stroke-plot-axis' : 'stroke-plot-grid'}
              shapeRendering="crispEdges"
            />
            <text x={axis - 8} y={toY(tick) + 4} textAnchor="end" className="fill-ink-3">
              {formatCount(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day, count }, index) => (
          <g key={day}>
            {count > 0 && (
              <rect
                x={axis + index * slot + 2}
                width={slot - 4}
                y={Math.min(toY(count), floor - 1.5)}
                height={Math.max(floor - toY(count), 1.5)}
                className={index === days.length - 1 ? 'fill-accent' : 'fill-accent-mid'}
              />
            )}
            {(days.length - 1 - index) % 6 === 1 && (
              <text
                x={axis + (index + 0.5) * slot}
                y={floor + 18}
                textAnchor="middle"
                className="fill-ink-3"
              >
                {formatDay(day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {days.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
