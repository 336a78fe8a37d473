import type { Interval } from './evaluation'

const [width, height] = [160, 16]

/** A value and its interval on a scale that all rows share. What it shows stands beside it in figures. */
export function Whisker({ interval, top }: { interval: Interval; top: number }) {
  const place = (value: number) => 4 + (Math.min(value, top) / top) * (width - 8)
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
          d={`M${place(low)} 8H${place(high)}M${place(low)} 5v6M${place(high)} 5v6`}
          className="stroke-plot-1"
          strokeWidth={1.5}
        />
      )}
      <circle cx={place(value)} cy={8} r={3} className="fill-plot-1" />
    </svg>
  )
}
