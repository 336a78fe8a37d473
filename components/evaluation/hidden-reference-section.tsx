import { FigureWithoutData } from '@/components/ui/plot-frame'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { EvaluationResult, ConfidenceInterval } from './evaluation'
import {
  formatSampleShortage,
  formatPercentInterval,
  formatValueWithInterval,
} from './format-figures'
import { formatHiddenReferenceTitle } from './format-hidden-reference-title'

type HiddenReference = NonNullable<EvaluationResult['hiddenReference']>
type Arms = HiddenReference['errorRate']

const rows = [
  { key: 'errorRate', name: 'Error rate', write: formatPercentInterval },
  {
    key: 'errorRateOnWrong',
    name: 'wrong answers',
    write: formatPercentInterval,
    isPart: true,
  },
  {
    key: 'errorRateOnCorrect',
    name: 'correct answers',
    write: formatPercentInterval,
    isPart: true,
  },
  { key: 'firstError', name: 'Step of the first error', write: formatValueWithInterval },
  { key: 'exactOnGold', name: 'Exact match on gold', write: formatPercentInterval },
  { key: 'secondsPerStep', name: 'Seconds per step', write: formatValueWithInterval },
] as const satisfies readonly {
  key: Exclude<keyof HiddenReference, 'annotations' | 'problems' | 'people'>
  name: string
  write: (interval: ConfidenceInterval) => string
  isPart?: boolean
}[]

/** Annotations with and without the reference answer. */
export function HiddenReferenceSection({
  hiddenReference,
}: Pick<EvaluationResult, 'hiddenReference'>) {
  if (hiddenReference === null)
    return (
      <FigureWithoutData id="hidden-reference" title="Hidden-reference comparison">
        Hide the reference answer in a share of annotations to see whether it biases annotators. Set
        the share in the project settings.
      </FigureWithoutData>
    )
  const { visible, hidden } = hiddenReference.annotations
  return (
    <section aria-labelledby="hidden-reference">
      <h2 id="hidden-reference">{formatHiddenReferenceTitle(hiddenReference)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        {formatQuantity(visible, 'annotation')} with the reference answer and {formatCount(hidden)}{' '}
        without, assigned at random · {formatQuantity(hiddenReference.problems, 'problem')} ·{' '}
        {formatQuantity(hiddenReference.people, 'annotator')}. Brackets: 95% CI.
      </p>
      <div className="scroll-box overflow-x-auto">
        <Table aria-labelledby="hidden-reference">
          <thead>
            <tr>
              <TableHeaderCell>
                <span className="sr-only">Measure</span>
              </TableHeaderCell>
              <TableHeaderCell numeric>Shown</TableHeaderCell>
              <TableHeaderCell numeric>Hidden</TableHeaderCell>
              <TableHeaderCell numeric>Difference</TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, write, ...row }) => (
              <tr key={key}>
                <TableCell className={'isPart' in row && row.isPart ? 'pl-4!' : undefined}>
                  {name}
                </TableCell>
                <ArmCells arms={hiddenReference[key]} write={write} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function ArmCells({
  arms,
  write,
}: {
  arms: Arms
  write: (interval: ConfidenceInterval) => string
}) {
  const { of, visible, hidden, difference } = arms
  const isEnough = of.visible >= minCountForRate && of.hidden >= minCountForRate
  return (
    <>
      {(
        [
          [visible, of.visible],
          [hidden, of.hidden],
        ] as const
      ).map(([value, count], arm) => (
        <TableCell key={arm} numeric className="whitespace-nowrap">
          {value !== null && count >= minCountForRate ? (
            write(value)
          ) : (
            <span className="text-ink-3">{formatSampleShortage(count)}</span>
          )}
        </TableCell>
      ))}
      <TableCell numeric className="whitespace-nowrap">
        {difference !== null && isEnough ? write(difference) : ''}
      </TableCell>
    </>
  )
}
