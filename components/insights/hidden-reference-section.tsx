import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatHiddenReferenceTitle } from './format-hidden-reference-title'
import type { EvaluationResult, Interval } from './evaluation'
import { EmptyFigure } from './plot-frame'
import { formatSampleShortage, formatShare, formatValue } from './format-figures'

type HiddenReference = NonNullable<EvaluationResult['hiddenReference']>
type Arms = HiddenReference['errorRate']

const rows = [
  { key: 'errorRate', name: 'Error rate', write: formatShare },
  {
    key: 'errorRateOnWrong',
    name: 'wrong answers',
    write: formatShare,
    isPart: true,
  },
  {
    key: 'errorRateOnCorrect',
    name: 'correct answers',
    write: formatShare,
    isPart: true,
  },
  { key: 'firstError', name: 'Step of the first error', write: formatValue },
  { key: 'exactOnGold', name: 'Exact match on gold', write: formatShare },
  { key: 'secondsPerStep', name: 'Seconds per step', write: formatValue },
] as const satisfies readonly {
  key: Exclude<keyof HiddenReference, 'annotations' | 'problems' | 'people'>
  name: string
  write: (interval: Interval) => string
  isPart?: boolean
}[]

/** Annotations with and without the reference answer. */
export function HiddenReferenceSection({
  hiddenReference,
}: Pick<EvaluationResult, 'hiddenReference'>) {
  if (hiddenReference === null)
    return (
      <EmptyFigure id="hidden-reference" title="Hidden-reference comparison">
        Hide the reference answer in a share of annotations to see whether it biases annotators. Set
        the share in the project settings.
      </EmptyFigure>
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
              <HeaderCell>
                <span className="sr-only">Measure</span>
              </HeaderCell>
              <HeaderCell numeric>Shown</HeaderCell>
              <HeaderCell numeric>Hidden</HeaderCell>
              <HeaderCell numeric>Difference</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, write, ...row }) => (
              <tr key={key}>
                <Cell className={'isPart' in row && row.isPart ? 'pl-4!' : undefined}>{name}</Cell>
                <ArmCells arms={hiddenReference[key]} write={write} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function ArmCells({ arms, write }: { arms: Arms; write: (interval: Interval) => string }) {
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
        <Cell key={arm} numeric className="whitespace-nowrap">
          {value !== null && count >= minCountForRate ? (
            write(value)
          ) : (
            <span className="text-ink-3">{formatSampleShortage(count)}</span>
          )}
        </Cell>
      ))}
      <Cell numeric className="whitespace-nowrap">
        {difference !== null && isEnough ? write(difference) : ''}
      </Cell>
    </>
  )
}
