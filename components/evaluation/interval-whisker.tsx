import type { ConfidenceInterval } from './evaluation'

const [width, height] = [160, 16]

/** A value and its interval on a scale shared by all rows. Decorative: the numbers are next to it. */
export function IntervalWhisker({ interval, max }: { interval: ConfidenceInterval; max: number }) {
  const toX = (value: number) => 4 + (Math.min(value, max) / max) * (width - 8)
  const { value, low, high } = interval
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="inline-block h-4 w-40 align-[-3px]"
    >
      <path d={`M4 8H${width - 4}`} className="stroke-plot-grid" />
      {low !== null && high !== null && (
        <path
          d={`M${toX(low)} 8H${toX(high)}M${toX(low)} 5v6M${toX(high)} 5v6`}
          className="stroke-plot-1"
          strokeWidth={1.5}
        />
      )}
      <circle cx={toX(value)} cy={8} r={3} className="fill-plot-1" />
    </svg>
  )
}
