import { FigureTable } from '@/components/ui/figure-table'
import { PlotCaption } from '@/components/ui/plot-caption'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { ScoreOutcomePlot } from '@/components/ui/score-outcome-plot'
import { formatCount } from '@/lib/platform/format'
import { findSampleShortageText, formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { CalibrationResult } from './evaluation'
import { formatPercentInterval, formatValueWithInterval } from './format-figures'

interface CalibrationText {
  id: string
  title: string
  /** What is counted: `graded solutions`. */
  unit: string
  /** A further sentence of the caption. */
  note: string | null
  /** Below the AUC. */
  aucNote: string | null
  xLabel: string
  yLabel: string
}

/** Calibration plot with AUC and calibration error. */
export function ScoreCalibrationFigure({
  count,
  calibration,
  text,
}: {
  count: number
  calibration: CalibrationResult | null
  text: CalibrationText
}) {
  const { id, title, unit, note, aucNote } = text
  if (calibration === null || count < minCountForRate)
    return (
      <FigureWithoutData id={id} title={title}>
        {formatSampleShortage(count)} {unit}
      </FigureWithoutData>
    )
  const { auc, error, bins } = calibration
  return (
    <figure aria-labelledby={id}>
      <PlotCaption id={id} title={title}>
        <p className="text-caption text-ink-3">
          {formatCount(count)} {unit}. Dot size: number per bin; hollow: fewer than{' '}
          {minCountForRate}. Bars and brackets: 95% CI. {note}
        </p>
        <dl className="flex flex-wrap gap-x-8 pt-3">
          <LabelledValue
            name="AUC"
            value={auc ? formatValueWithInterval(auc) : 'all outcomes are equal'}
            note={auc && aucNote}
          />
          <LabelledValue
            name="Calibration error"
            value={error ? formatValueWithInterval(error, 3) : 'scores are not probabilities'}
          />
        </dl>
      </PlotCaption>
      <ScrollablePlotFrame label={`Plot: ${title}`}>
        <ScoreOutcomePlot
          bins={bins}
          range={error === null ? [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1] : null}
          text={text}
        />
      </ScrollablePlotFrame>
      <FigureTable
        caption={title}
        headers={['Mean score', 'Share correct with 95% CI', 'Count']}
        rows={bins.map(({ predicted, observed, count: binCount }) => [
          predicted.toPrecision(3),
          findSampleShortageText(binCount) ?? formatPercentInterval(observed),
          formatCount(binCount),
        ])}
      />
    </figure>
  )
}

function LabelledValue({
  name,
  value,
  note,
}: {
  name: string
  value: string
  note?: string | null
}) {
  return (
    <div>
      <dt className="text-caption text-ink-3">{name}</dt>
      <dd className="text-strong">{value}</dd>
      {note && <dd className="max-w-80 text-caption text-negative">{note}</dd>}
    </div>
  )
}
