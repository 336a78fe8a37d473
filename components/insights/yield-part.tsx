import { Cell, HeadCell, Table } from '@/components/ui/table'
import { fewestForRate } from '@/lib/insights/contract'
import { formatCount } from '@/lib/platform/format'
import { slicesNamed, titleYields, writeTooFew } from './describe-evaluation'
import type { YieldRow } from './evaluation'
import { Missing } from './plot-frame'
import { Whisker } from './whisker'
import { nameRound, writeValue } from './write-figures'

/** Errors found per 100 steps read, by round and slice. */
export function YieldPart({ yields }: { yields: readonly YieldRow[] }) {
  if (yields.length === 0)
    return (
      <Missing id="yields" title="Errors found per 100 steps read">
        By round and slice. No annotations submitted yet.
      </Missing>
    )
  const top = Math.max(
    1,
    ...yields.map(({ annotations, perHundred }) =>
      annotations < fewestForRate ? 0 : (perHundred?.high ?? perHundred?.value ?? 0),
    ),
  )
  return (
    <section aria-labelledby="yields">
      <h2 id="yields">{titleYields(yields)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        By the round that served the solution and the slice that selected it. An annotation has one
        error at most, its first, and what stands after it is not read. Brackets: 95 % interval,
        bootstrap over problems.
      </p>
      <Table aria-labelledby="yields">
        <thead>
          <tr>
            <HeadCell>Round</HeadCell>
            <HeadCell>Slice</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Annotations
            </HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Steps read
            </HeadCell>
            <HeadCell numeric>Errors</HeadCell>
            <HeadCell numeric>Per 100 steps</HeadCell>
            <HeadCell className="max-wide:hidden">0 to {Math.round(top)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {yields.map((row) => (
            <YieldLine key={`${row.round} ${row.slice}`} row={row} top={top} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function YieldLine({ row, top }: { row: YieldRow; top: number }) {
  const { round, slice, annotations, stepsRead, errors, perHundred } = row
  const shown = annotations >= fewestForRate ? perHundred : null
  return (
    <tr>
      <Cell>{nameRound(round)}</Cell>
      <Cell>{slicesNamed[slice] ?? slice}</Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(annotations)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(stepsRead)}
      </Cell>
      <Cell numeric>{formatCount(errors)}</Cell>
      <Cell numeric>
        {shown ? (
          writeValue(shown, 1)
        ) : (
          <span className="text-ink-3">{writeTooFew(annotations, 'annotations')}</span>
        )}
      </Cell>
      <Cell className="max-wide:hidden">{shown && <Whisker interval={shown} top={top} />}</Cell>
    </tr>
  )
}
