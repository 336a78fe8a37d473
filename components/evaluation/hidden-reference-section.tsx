import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { formatPercentage } from '@/components/ui/number-fields'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { EvaluationResult, ConfidenceInterval } from './evaluation'
import { formatPercentInterval, formatValueWithInterval } from './format-figures'
import { formatHiddenAnswerEffectTitle } from './format-hidden-answer-effect-title'

type HiddenReference = NonNullable<EvaluationResult['hiddenReference']>
type Arms = HiddenReference['errorRate']

interface MeasureRow {
  key: Exclude<keyof HiddenReference, 'annotations' | 'problems' | 'people'>
  name: string
  format: (interval: ConfidenceInterval) => string
  isSubRow?: boolean
}

const measureRows: readonly MeasureRow[] = [
  { key: 'errorRate', name: 'Error rate', format: formatPercentInterval },
  {
    key: 'errorRateOnWrong',
    name: 'wrong answers',
    format: formatPercentInterval,
    isSubRow: true,
  },
  {
    key: 'errorRateOnCorrect',
    name: 'correct answers',
    format: formatPercentInterval,
    isSubRow: true,
  },
  { key: 'firstError', name: 'Step of the first error', format: formatValueWithInterval },
  { key: 'exactOnGold', name: 'Exact match on gold', format: formatPercentInterval },
  { key: 'secondsPerStep', name: 'Seconds per step', format: formatValueWithInterval },
]

/** Annotations with and without the reference answer. `currentShare`: of annotations without it, by the settings. */
export function HiddenReferenceSection({
  hiddenReference,
  currentShare,
}: Pick<EvaluationResult, 'hiddenReference'> & { currentShare: number }) {
  if (hiddenReference === null)
    return (
      <FigureWithoutData id="hidden-reference" title="Hidden-reference comparison">
        {currentShare > 0
          ? `The share is ${formatPercentage(currentShare)}%. No annotation without the reference answer yet.`
          : 'Hide the reference answer in a share of annotations to see whether it biases annotators. Set the share in the project settings.'}
      </FigureWithoutData>
    )
  const { visible, hidden } = hiddenReference.annotations
  return (
    <section aria-labelledby="hidden-reference">
      <h2 id="hidden-reference">{formatHiddenAnswerEffectTitle(hiddenReference)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        {formatQuantity(visible, 'annotation')} with the reference answer and {formatCount(hidden)}{' '}
        without, assigned at random · {formatQuantity(hiddenReference.problems, 'problem')} ·{' '}
        {formatQuantity(hiddenReference.people, 'annotator')}. Brackets: 95% CI.
      </p>
      <div className="scroll-box overflow-x-auto">
        <DataTable
          aria-labelledby="hidden-reference"
          rows={measureRows.map((row) => ({ ...row, arms: hiddenReference[row.key] }))}
          rowKey={({ key }) => key}
          hasCards
          columns={[
            {
              header: 'Measure',
              isHeaderHidden: true,
              cellClassName: ({ isSubRow }) => (isSubRow ? 'pl-4!' : ''),
              render: ({ name }) => name,
            },
            makeArmColumn('Shown', 'visible'),
            makeArmColumn('Hidden', 'hidden'),
            {
              header: 'Difference',
              numeric: true,
              className: 'whitespace-nowrap',
              render: ({ arms: { observations, difference }, format }) => {
                const isEnough =
                  observations.visible >= minCountForRate && observations.hidden >= minCountForRate
                return difference !== null && isEnough && format(difference)
              },
            },
          ]}
        />
      </div>
    </section>
  )
}

function makeArmColumn(
  header: string,
  arm: 'visible' | 'hidden',
): DataColumn<MeasureRow & { arms: Arms }> {
  return {
    header,
    numeric: true,
    className: 'whitespace-nowrap',
    render: ({ arms: { observations, [arm]: value }, format }) =>
      value !== null && observations[arm] >= minCountForRate ? (
        format(value)
      ) : (
        <span className="text-ink-3">{formatSampleShortage(observations[arm])}</span>
      ),
  }
}
