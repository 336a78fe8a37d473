import { disagreementListHref } from '@/components/reviews/review'
import { type CsvCell, TableDownload } from '@/components/shell/table-download'
import { DataTable } from '@/components/ui/data-table'
import { FigureTitle } from '@/components/ui/figure-title'
import { Link } from '@/components/ui/link'
import { FigureWithoutData, ScrollablePlotFrame } from '@/components/ui/plot-frame'
import { minReportedSolutions } from '@/lib/agreement/agreement-report'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { AgreementResult, AnnotatorPair } from './agreement'
import { formatMeasure, formatMissingMeasure } from './format-measures'
import { listMatrixAnnotators } from './list-matrix-annotators'
import { MatrixCell } from './matrix-cell'

const title = 'Agreement by pair'
const shadeBounds = [0.7, 0.74, 0.8, 0.9]

/** How often each pair finds the same first error. Pairs link to their disagreements if names are visible. */
export function AnnotatorPairsMatrix({
  slug,
  pairs,
  names,
  showsNames,
}: { slug: string; pairs: readonly AnnotatorPair[]; showsNames: boolean } & Pick<
  AgreementResult,
  'names'
>) {
  if (pairs.length === 0)
    return (
      <FigureWithoutData id="pairs" title={title}>
        No pair has labelled the same solution yet.
      </FigureWithoutData>
    )
  const people = listMatrixAnnotators(pairs)
  const getName = (labeler: string) => names[labeler] ?? labeler
  const pairHref = ({ a, b }: AnnotatorPair) =>
    showsNames && names[a] !== undefined && names[b] !== undefined
      ? disagreementListHref(slug, { person: a, otherPerson: b })
      : null
  return (
    <section aria-labelledby="pairs">
      <FigureTitle id="pairs" title={title}>
        <TableDownload name={title} rows={listPairRows(pairs, getName)} />
      </FigureTitle>
      <p className="pb-2 text-caption text-ink-3">
        Same first error (%), for pairs with at least {minReportedSolutions} solutions
      </p>
      <ScrollablePlotFrame label="Matrix of pairs">
        <table className="border-separate border-spacing-0.5" aria-labelledby="pairs">
          <tbody>
            {people.slice(1).map((labeler, row) => (
              <tr key={labeler}>
                <th
                  id={`pair-row-${row}`}
                  scope="row"
                  className="max-w-40 pr-2 text-left font-book text-ink-2"
                >
                  <FullName name={getName(labeler)} />
                </th>
                {people.slice(0, row + 1).map((columnLabeler, column) => {
                  const pair = findPair(pairs, labeler, columnLabeler)
                  return (
                    <MatrixCell
                      key={columnLabeler}
                      headers={`pair-row-${row} pair-column-${column}`}
                      share={pair?.exact.value ?? null}
                      caption={`n ${formatCount(pair?.solutions ?? 0)}`}
                      bounds={shadeBounds}
                      href={pair && pairHref(pair)}
                      title={pair?.exact.missingReason ?? undefined}
                      className="h-11 w-20 min-w-20"
                    />
                  )
                })}
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
                  className="max-w-20 pt-1 text-center align-top font-book text-ink-2"
                >
                  <FullName name={getName(labeler)} />
                </th>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollablePlotFrame>
      {pairs.length > (people.length * (people.length - 1)) / 2 && (
        <AllPairs pairs={pairs} getName={getName} pairHref={pairHref} />
      )}
    </section>
  )
}

/** For a CSV file. Shares without enough solutions are empty. */
const listPairRows = (
  pairs: readonly AnnotatorPair[],
  getName: (labeler: string) => string,
): CsvCell[][] => [
  ['Annotator', 'Other annotator', 'Solutions', 'Same first error', '95% CI low', '95% CI high'],
  ...pairs.map(({ a, b, solutions, exact: { value, low, high } }) => [
    getName(a),
    getName(b),
    solutions,
    value,
    low,
    high,
  ]),
]

/** Two people can have the same first name. */
const FullName = ({ name }: { name: string }) => (
  <span className="line-clamp-2 wrap-anywhere" title={name}>
    {name}
  </span>
)

const findPair = (pairs: readonly AnnotatorPair[], first: string, second: string) =>
  pairs.find(({ a, b }) => (a === first && b === second) || (a === second && b === first)) ?? null

type PairHref = (pair: AnnotatorPair) => string | null

function AllPairs({
  pairs,
  getName,
  pairHref,
}: {
  pairs: readonly AnnotatorPair[]
  getName: (labeler: string) => string
  pairHref: PairHref
}) {
  return (
    <details className="pt-2">
      <summary className="cursor-pointer text-accent">
        All {formatQuantity(pairs.length, 'pair')}
      </summary>
      <DataTable
        aria-label="All pairs"
        rows={pairs}
        rowKey={({ a, b }) => `${a} ${b}`}
        columns={[
          { header: 'Annotator', className: 'wrap-anywhere', render: ({ a }) => getName(a) },
          { header: 'Other annotator', className: 'wrap-anywhere', render: ({ b }) => getName(b) },
          {
            header: 'Solutions',
            numeric: true,
            render: (pair) => {
              const href = pairHref(pair)
              const count = formatCount(pair.solutions)
              return href === null ? count : <Link href={href}>{count}</Link>
            },
          },
          {
            header: 'Same first error',
            numeric: true,
            render: ({ solutions, exact }) =>
              exact.value === null ? (
                <span className="text-ink-3">{formatMissingMeasure(solutions, exact)}</span>
              ) : (
                formatMeasure(exact, 'share')
              ),
          },
        ]}
      />
    </details>
  )
}
