import { fewestForRate } from '@/lib/insights/contract'
import { formatCount } from '@/lib/platform/format'
import type { Calibration } from './evaluation'
import { OutcomePlot } from './outcome-plot'
import { Missing, PlotFrame } from './plot-frame'
import { writeShare, writeValue } from './write-figures'

interface CalibrationWords {
  id: string
  title: string
  /** What is counted: `solutions with a score`. */
  of: string
  across: string
  up: string
  /** What one would see, and what it needs. */
  needs: string
}

/** Whether scores can be taken at their word, as a plot with intervals. */
export function CalibrationFigure({
  count,
  calibration,
  words,
}: {
  count: number
  calibration: Calibration | null
  words: CalibrationWords
}) {
  const { id, title, of } = words
  if (calibration === null || count < fewestForRate)
    return (
      <Missing id={id} title={title}>
        {words.needs} It needs {fewestForRate}; there are {formatCount(count)}.
      </Missing>
    )
  const { auc, error, bins } = calibration
  return (
    <figure aria-labelledby={id}>
      <figcaption className="pb-3">
        <h2 id={id}>{title}</h2>
        <p className="text-caption text-ink-3">
          {formatCount(count)} {of}; a dot for each tenth of the scale, larger for more. Bars and
          brackets: 95 % interval, bootstrap over problems.
        </p>
        <dl className="flex flex-wrap gap-x-8 pt-3">
          <Figure
            name="Right above wrong, AUC"
            value={auc ? writeValue(auc) : 'all alike, nothing to tell apart'}
          />
          <Figure
            name="Calibration error"
            value={error ? writeValue(error, 3) : 'scores are no probabilities'}
          />
        </dl>
      </figcaption>
      <PlotFrame label={`Plot: ${title}`}>
        <OutcomePlot
          bins={bins}
          range={error === null ? [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1] : null}
          words={words}
        />
      </PlotFrame>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Mean score</th>
              <th scope="col">Right, with 95 % interval</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{bin.predicted.toPrecision(3)}</th>
                <td>{writeShare(bin.observed)}</td>
                <td>{formatCount(bin.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-caption text-ink-3">{name}</dt>
      <dd className="text-strong">{value}</dd>
    </div>
  )
}
