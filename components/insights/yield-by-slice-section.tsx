import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatCount } from '@/lib/platform/format'
import { formatYieldsTitle, yieldSliceNames } from './describe-evaluation'
import type { YieldRow } from './evaluation'
import { FigureWithoutData } from './plot-frame'
import { IntervalWhisker } from './interval-whisker'
import { formatSampleShortage, formatValueWithInterval, formatRoundLabel } from './format-figures'

/** Errors found per 100 steps read, by round and slice. */
export function YieldBySliceSection({ yields }: { yields: readonly YieldRow[] }) {
  if (yields.length === 0)
    return (
      <FigureWithoutData id="yields" title="Errors per 100 steps">
        No annotations submitted yet.
      </FigureWithoutData>
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
            <TableHeaderCell>Round</TableHeaderCell>
            <TableHeaderCell>Slice</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Annotations
            </TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Steps read
            </TableHeaderCell>
            <TableHeaderCell numeric>Errors</TableHeaderCell>
            <TableHeaderCell numeric>Per 100 steps</TableHeaderCell>
            <TableHeaderCell className="max-wide:hidden">0–{Math.round(top)}</TableHeaderCell>
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
      <TableCell>{formatRoundLabel(round)}</TableCell>
      <TableCell>{yieldSliceNames[slice] ?? slice}</TableCell>
      <TableCell numeric className="max-desk:hidden">
        {formatCount(annotations)}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {formatCount(stepsRead)}
      </TableCell>
      <TableCell numeric>{formatCount(errors)}</TableCell>
      <TableCell numeric>
        {rate ? (
          formatValueWithInterval(rate, 1)
        ) : (
          <span className="text-ink-3">{formatSampleShortage(annotations)}</span>
        )}
      </TableCell>
      <TableCell className="max-wide:hidden">
        {rate && <IntervalWhisker interval={rate} top={top} />}
      </TableCell>
    </tr>
  )
}
