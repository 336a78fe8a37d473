import { Cell, HeadCell, Table } from '@/components/ui/table'
import { fewestForRate } from '@/lib/insights/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { describeBlind } from './describe-blind'
import type { EvaluationResult, Interval } from './evaluation'
import { Missing } from './plot-frame'
import { writeShare, writeValue } from './write-figures'

type Blind = NonNullable<EvaluationResult['blind']>
type Arms = Blind['errorRate']

const rows = [
  { key: 'errorRate', name: 'Annotations that find an error', write: writeShare },
  {
    key: 'foundInWrong',
    name: 'of solutions with a wrong answer',
    write: writeShare,
    isPart: true,
  },
  {
    key: 'foundInRight',
    name: 'of solutions with a right answer',
    write: writeShare,
    isPart: true,
  },
  { key: 'firstError', name: 'Step of the first error', write: writeValue },
  { key: 'exactOnGold', name: 'Exact on gold', write: writeShare },
  { key: 'secondsPerStep', name: 'Seconds a step', write: writeValue },
] as const satisfies readonly {
  key: Exclude<keyof Blind, 'annotations' | 'problems' | 'people'>
  name: string
  write: (interval: Interval) => string
  isPart?: boolean
}[]

/** Labelling with the reference answer beside labelling without it. */
export function BlindPart({ blind }: Pick<EvaluationResult, 'blind'>) {
  if (blind === null)
    return (
      <Missing id="blind" title="With and without the reference answer">
        Whether the answer on the page makes people find errors that are not there, or miss some. It
        needs a share of annotations that are done without the answer: the settings say how many.
      </Missing>
    )
  const { shown, hidden } = blind.annotations
  return (
    <section aria-labelledby="blind">
      <h2 id="blind">{describeBlind(blind)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        {formatNoun(shown, 'annotation')} with the reference answer and {formatCount(hidden)}{' '}
        without it, of {formatNoun(blind.problems, 'problem')} by{' '}
        {formatNoun(blind.people, 'person', 'people')}. Which were done how was drawn at random for
        each person and solution, so a difference comes from the answer. Brackets: 95 % interval,
        bootstrap over problems.
      </p>
      <div className="scrolls-in-itself overflow-x-auto">
        <Table aria-labelledby="blind">
          <thead>
            <tr>
              <HeadCell>
                <span className="sr-only">What</span>
              </HeadCell>
              <HeadCell numeric>With</HeadCell>
              <HeadCell numeric>Without</HeadCell>
              <HeadCell numeric>Difference</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, write, ...row }) => (
              <tr key={key}>
                <Cell className={'isPart' in row && row.isPart ? 'pl-4!' : undefined}>{name}</Cell>
                <ArmCells arms={blind[key]} write={write} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function ArmCells({ arms, write }: { arms: Arms; write: (interval: Interval) => string }) {
  const { of, shown, hidden, difference } = arms
  const isEnough = of.shown >= fewestForRate && of.hidden >= fewestForRate
  return (
    <>
      {(
        [
          [shown, of.shown],
          [hidden, of.hidden],
        ] as const
      ).map(([value, count], place) => (
        <Cell key={place} numeric className="whitespace-nowrap">
          {value !== null && count >= fewestForRate ? (
            write(value)
          ) : (
            <span className="text-ink-3">too few: {formatCount(count)}</span>
          )}
        </Cell>
      ))}
      <Cell numeric className="whitespace-nowrap">
        {difference !== null && isEnough ? write(difference) : ''}
      </Cell>
    </>
  )
}
