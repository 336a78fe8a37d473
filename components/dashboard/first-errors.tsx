import { Missing, PlotFrame } from '@/components/insights/plot-frame'
import { formatCount, formatNoun } from '@/lib/platform/format'

/** In pixels; ten bars have room on a phone. */
const [barWidth, gap, height, top] = [29, 6, 164, 20]

const nameStep = (step: number, count: number) => (step === count ? `${step}+` : String(step))

/** At which step people find the first error. `counts` are by step, the last one with all that come later. */
export function FirstErrors({ counts, days }: { counts: readonly number[]; days: number }) {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0)
    return (
      <Missing id="first-errors" title="Where the first error stands">
        Nobody has found an error in the last {days} days.
      </Missing>
    )
  const most = Math.max(...counts)
  const width = counts.length * (barWidth + gap)
  const place = (count: number) => height - (count / most) * (height - top)
  return (
    <figure aria-labelledby="first-errors">
      <figcaption className="pb-3">
        <h2 id="first-errors">Where the first error stands</h2>
        <p className="text-caption text-ink-3">
          By step, of {formatNoun(all, 'annotation')} with an error in the last {days} days
        </p>
      </figcaption>
      <PlotFrame label="Plot: where the first error stands">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} 200`}
          width={width}
          height={200}
          className="text-caption"
        >
          <path d={`M0 ${height}H${width}`} className="stroke-plot-axis" />
          {counts.map((count, i) => {
            const x = gap / 2 + i * (barWidth + gap)
            const middle = { x: x + barWidth / 2, textAnchor: 'middle' } as const
            return (
              <g key={nameStep(i + 1, counts.length)}>
                <rect
                  {...{ x, y: place(count), width: barWidth, height: height - place(count) }}
                  className="fill-plot-1"
                />
                {count > 0 && (
                  <text {...middle} y={place(count) - 5} className="fill-ink-3">
                    {formatCount(count)}
                  </text>
                )}
                <text {...middle} y={height + 18} className="fill-ink">
                  {nameStep(i + 1, counts.length)}
                </text>
              </g>
            )
          })}
        </svg>
      </PlotFrame>
      <div className="sr-only">
        <table>
          <caption>Where the first error stands</caption>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Annotations</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count, i) => (
              <tr key={nameStep(i + 1, counts.length)}>
                <th scope="row">{nameStep(i + 1, counts.length)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
