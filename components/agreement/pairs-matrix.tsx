import { classes } from '@/components/ui/classes'
import { Missing, PlotFrame } from '@/components/insights/plot-frame'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { fewestSolutions } from '@/lib/review/agreement/report'
import type { AgreementResult, Pair } from './agreement'
import { listMatrixPeople } from './list-matrix-people'
import { chooseLook, refusedLook } from './matrix-looks'
import { writeMeasure } from './write-measures'

const bounds = [0.7, 0.74, 0.8, 0.9]

/** Same first error for each two people: in a matrix those who share most, below all of them. */
export function PairsMatrix({
  pairs,
  names,
}: { pairs: readonly Pair[] } & Pick<AgreementResult, 'names'>) {
  if (pairs.length === 0)
    return (
      <Missing id="pairs" title="Pair by pair">
        Whether it is one person with whom the others part. It needs solutions that two people
        labelled.
      </Missing>
    )
  const people = listMatrixPeople(pairs)
  const name = (labeler: string) => names[labeler] ?? labeler
  return (
    <section aria-labelledby="pairs">
      <h2 id="pairs">Pair by pair</h2>
      <p className="pb-2 text-caption text-ink-3">
        Same first error or both none, in per cent; a pair with fewer than {fewestSolutions}{' '}
        solutions has no number yet
      </p>
      <PlotFrame label="Matrix of pairs">
        <table className="border-separate border-spacing-0.5" aria-labelledby="pairs">
          <tbody>
            {people.slice(1).map((labeler, row) => (
              <tr key={labeler}>
                <th
                  id={`pair-row-${row}`}
                  scope="row"
                  className="max-w-40 truncate pr-2 text-left font-book text-ink-2"
                >
                  {name(labeler)}
                </th>
                {people.slice(0, row + 1).map((other, column) => (
                  <PairCell
                    key={other}
                    headers={`pair-row-${row} pair-column-${column}`}
                    pair={findPair(pairs, labeler, other)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>
                <span className="sr-only">with</span>
              </td>
              {people.slice(0, -1).map((labeler, column) => (
                <th
                  key={labeler}
                  id={`pair-column-${column}`}
                  scope="col"
                  className="max-w-20 truncate pt-1 text-center font-book text-ink-2"
                  title={name(labeler)}
                >
                  {name(labeler).split(' ')[0]}
                </th>
              ))}
            </tr>
          </tfoot>
        </table>
      </PlotFrame>
      {pairs.length > (people.length * (people.length - 1)) / 2 && (
        <AllPairs pairs={pairs} name={name} />
      )}
    </section>
  )
}

const findPair = (pairs: readonly Pair[], one: string, other: string) =>
  pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one)) ?? null

function PairCell({ pair, headers }: { pair: Pair | null; headers: string }) {
  const share = pair?.exact.value ?? null
  return (
    <td
      headers={headers}
      title={pair?.exact.refused ?? undefined}
      className={classes(
        'h-11 w-20 min-w-20 p-0 text-center',
        share === null ? refusedLook : chooseLook(share, bounds),
      )}
    >
      {share !== null && (
        <span className="block text-strong font-strong">{Math.round(share * 100)}</span>
      )}
      <span className={classes('text-caption', share === null && 'bg-paper px-1')}>
        n {formatCount(pair?.solutions ?? 0)}
      </span>
    </td>
  )
}

function AllPairs({ pairs, name }: { pairs: readonly Pair[]; name: (labeler: string) => string }) {
  return (
    <details className="pt-2">
      <summary className="cursor-pointer text-accent">
        All {formatNoun(pairs.length, 'pair')}
      </summary>
      <Table aria-label="All pairs">
        <thead>
          <tr>
            <HeadCell>One</HeadCell>
            <HeadCell>Other</HeadCell>
            <HeadCell numeric>Solutions</HeadCell>
            <HeadCell numeric>Same first error</HeadCell>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ a, b, solutions, exact }) => (
            <tr key={`${a} ${b}`}>
              <Cell className="wrap-anywhere">{name(a)}</Cell>
              <Cell className="wrap-anywhere">{name(b)}</Cell>
              <Cell numeric>{formatCount(solutions)}</Cell>
              <Cell numeric>
                {exact.value === null ? (
                  <span className="text-ink-3">too few</span>
                ) : (
                  writeMeasure(exact, 'share')
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
