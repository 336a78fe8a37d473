import type { AgreementMeasure } from './agreement'
import { type MeasureUnit, formatMeasureNumber } from './format-measures'

const [width, height, margin] = [240, 28, 4]

/** A value and its interval on the full scale. Decorative: the numbers are next to it. */
export function MeasureWhisker({
  measure,
  unit,
}: {
  measure: AgreementMeasure
  unit: MeasureUnit
}) {
  const { value, low, high } = measure
  const min = unit === 'coefficient' && Math.min(value ?? 0, low ?? 0) < 0 ? -1 : 0
  const ticks = [min, (min + 1) / 2, 1]
  const toX = (point: number) =>
    margin + ((Math.min(1, Math.max(min, point)) - min) / (1 - min)) * (width - 2 * margin)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="mt-2 h-7 w-full max-w-60">
      <path
        d={`M${margin} 10H${width - margin}${ticks.map((tick) => `M${toX(tick)} 7v6`).join('')}`}
        className="stroke-plot-axis"
      />
      {low !== null && high !== null && (
        <path
          d={`M${toX(low)} 10H${toX(high)}M${toX(low)} 7v6M${toX(high)} 7v6`}
          className="stroke-plot-1"
          strokeWidth={1.5}
        />
      )}
      {value !== null && <circle cx={toX(value)} cy={10} r={3.5} className="fill-plot-1" />}
      {ticks.map((tick, i) => (
        <text
          key={tick}
          x={toX(tick)}
          y={26}
          textAnchor={(['start', 'middle', 'end'] as const)[i]}
          className="fill-ink-3 text-caption"
        >
          {unit === 'share' ? tick * 100 : formatTick(tick)}
        </text>
      ))}
    </svg>
  )
}

const formatTick = (tick: number) =>
  Number.isInteger(tick)
    ? String(tick).replace('-', '−')
    : formatMeasureNumber(tick, 'coefficient').replace(/0$/, '')
