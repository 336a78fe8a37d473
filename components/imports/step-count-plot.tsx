import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

const [maxWidth, height] = [168, 40]
const gap = 2

/** Histogram of steps per solution, with the median marked. */
export function StepCountPlot({ counts }: { counts: NonNullable<ImportReply['stepCounts']> }) {
  const { min, median, max, bins } = counts
  const maxSolutions = Math.max(...bins.map(({ solutions }) => solutions))
  const barWidth = Math.min((maxWidth + gap) / bins.length - gap, 24)
  // Few bars don't fill the figure. The axis is as long as the bars.
  const width = bins.length * (barWidth + gap) - gap
  const label =
    min === max
      ? `${formatQuantity(min, 'step')} per solution`
      : `${formatCount(min)} to ${formatQuantity(max, 'step')} per solution, median ${formatCount(median)}`
  return (
    <figure className="w-42 shrink-0">
      <div className="w-fit">
        <svg width={width} height={height} className="block" role="img" aria-label={label}>
          {bins.map(({ from, to, solutions }, i) => {
            // A minimum height, so that one solution among thousands stays visible.
            const barHeight =
              solutions === 0 ? 0 : Math.max((solutions / maxSolutions) * height, 1.5)
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
          className="flex justify-between gap-x-1 border-t border-plot-axis pt-0.5 text-caption text-ink-3"
        >
          <span>{formatCount(min)}</span>
          {min !== max && <span>{formatCount(max)}</span>}
        </div>
      </div>
      <figcaption aria-hidden="true" className="text-caption text-ink-3">
        Steps per solution, median {formatCount(median)}
      </figcaption>
    </figure>
  )
}
