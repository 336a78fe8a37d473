const [width, height, margin] = [160, 16, 4]

/** The posterior of the share of exact answers, with the pause threshold. The same numbers are next to it as text. */
export function PosteriorWhisker({
  posterior: { mean, low, high },
  threshold,
}: {
  posterior: { mean: number; low: number; high: number }
  threshold: number | null
}) {
  const toX = (share: number) => margin + share * (width - 2 * margin)
  const middle = height / 2
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="inline-block h-4 w-40 align-middle"
    >
      <path d={`M${margin} ${middle}H${width - margin}`} className="stroke-plot-grid" />
      {threshold !== null && (
        <path
          d={`M${toX(threshold)} 1V${height - 1}`}
          className="stroke-plot-3"
          strokeDasharray="2 2"
        />
      )}
      <path
        d={`M${toX(low)} ${middle}H${toX(high)}M${toX(low)} ${middle - 3}v6M${toX(high)} ${middle - 3}v6`}
        className="stroke-plot-1"
        strokeWidth={1.5}
      />
      <circle cx={toX(mean)} cy={middle} r={3.5} className="fill-plot-1" />
    </svg>
  )
}
