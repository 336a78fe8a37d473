import { formatCount, formatNoun } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

const [width, height] = [168, 40]
const gap = 2

/** How many steps solutions have: a bar for each count, the one with the median marked. */
export function StepPlot({ counts }: { counts: NonNullable<ImportReply['stepCounts']> }) {
  const { smallest, median, largest, bars } = counts
  const most = Math.max(...bars.map(({ solutions }) => solutions))
  const barWidth = Math.min((width + gap) / bars.length - gap, 24)
  const words =
    smallest === largest
      ? `Every solution has ${formatNoun(smallest, 'step')}`
      : `From ${formatCount(smallest)} to ${formatNoun(largest, 'step')} a solution, median ${formatCount(median)}`
  return (
    <figure className="w-42 shrink-0">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="block w-full"
        role="img"
        aria-label={words}
      >
        {bars.map(({ from, to, solutions }, i) => {
          // A bar that stands for one solution among thousands is still seen.
          const barHeight = solutions === 0 ? 0 : Math.max((solutions / most) * height, 1.5)
          return (
            <rect
              key={from}
              x={i * (barWidth + gap)}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              className={from <= median && median <= to ? 'fill-accent' : 'fill-accent-mid'}
            />
          )
        })}
      </svg>
      <div
        aria-hidden="true"
        className="flex justify-between border-t border-plot-axis pt-0.5 text-caption text-ink-3"
      >
        <span>{formatCount(smallest)}</span>
        {smallest !== largest && <span>{formatCount(largest)}</span>}
      </div>
      <figcaption aria-hidden="true" className="text-caption text-ink-3">
        steps a solution, median {formatCount(median)}
      </figcaption>
    </figure>
  )
}
