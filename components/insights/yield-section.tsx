import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatCount } from '@/lib/platform/format'
import { formatYieldsTitle, yieldSliceNames } from './describe-evaluation'
import type { YieldRow } from './evaluation'
import { EmptyFigure } from './plot-frame'
import { IntervalWhisker } from './interval-whisker'
import { formatSampleShortage, formatValue, nameRound } from './format-figures'

/** Errors found per 100 steps read, by round and slice. */
export function YieldSection({ yields }: { yields: readonly YieldRow[] }) {
  if (yields.length === 0)
    return (
      <EmptyFigure id="yields" title="Errors per 100 steps">
        No annotations submitted yet.
      </EmptyFigure>
    )
  const top = Math.max(
    1,
    ...yields.map(({ annotations, errorsPer100Steps }) =>
      annotations < minCountForRate
        ? 0
        : (errorsPer100Steps?.high ?? errorsPer100Steps?.value ?? 0),
    ),
  )
  return (
    <section aria-labelledby="yields">
      <h2 id="yields">{formatYieldsTitle(yields)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        By round and slice. Steps up to the first error count as read. Brackets: 95% CI.
      </p>
      <Table aria-labelledby="yields">
        <thead>
          <tr>
            <HeaderCell>Round</HeaderCell>
            <HeaderCell>Slice</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Annotations
            </HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Steps read
            </HeaderCell>
            <HeaderCell numeric>Errors</HeaderCell>
            <HeaderCell numeric>Per 100 steps</HeaderCell>
            <HeaderCell className="max-wide:hidden">0–{Math.round(top)}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {yields.map((row) => (
            <YieldTableRow key={`${row.round} ${row.slice}`} row={row} top={top} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function YieldTableRow({ row, top }: { row: YieldRow; top: number }) {
  const { round, slice, annotations, stepsRead, errors, errorsPer100Steps } = row
  const rate = annotations >= minCountForRate ? errorsPer100Steps : null
  return (
    <tr>
      <Cell>{nameRound(round)}</Cell>
      <Cell>{yieldSliceNames[slice] ?? slice}</Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(annotations)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {formatCount(stepsRead)}
      </Cell>
      <Cell numeric>{formatCount(errors)}</Cell>
      <Cell numeric>
        {rate ? (
          formatValue(rate, 1)
        ) : (
          <span className="text-ink-3">{formatSampleShortage(annotations)}</span>
        )}
      </Cell>
      <Cell className="max-wide:hidden">
        {rate && <IntervalWhisker interval={rate} top={top} />}
      </Cell>
    </tr>
  )
}
