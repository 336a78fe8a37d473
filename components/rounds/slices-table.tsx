import { joinClasses } from '@/components/ui/join-classes'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { formatSharesOfTotal } from './format-figures'
import { sliceDisplayNames } from './slice-display-names'
import { getSliceStyle } from './slice-styles'

interface SliceRow {
  slice: string
  queued: number
  /** Submitted annotations, or null before the round starts. */
  annotations: number | null
  /** Whether its error rate is significantly lower than that of the random sample. */
  isBelowRandom?: boolean
  /** Why the slice has less than its share, or null if it has its share. */
  shortfallReason: string | null
}

/** The slices of a round as a bar and a table. */
export function SlicesTable({ name, rows }: { name: string; rows: readonly SliceRow[] }) {
  const shares = formatSharesOfTotal(rows.map(({ queued }) => queued))
  const total = rows.reduce((sum, { queued }) => sum + queued, 0)
  const hasAnnotations = rows.some(({ annotations }) => annotations !== null)
  const totalAnnotations = rows.reduce((sum, row) => sum + (row.annotations ?? 0), 0)
  return (
    <section aria-labelledby="slices">
      <SectionHeader id="slices" title="Slices" />
      <div aria-hidden="true" className="mt-1 mb-4 flex h-2 gap-0.5">
        {rows
          .filter(({ queued }) => queued > 0)
          .map(({ slice, queued }) => (
            <i
              key={slice}
              className={joinClasses('min-w-0.75', getSliceStyle(slice).background)}
              style={{ flex: queued }}
            />
          ))}
      </div>
      <Table aria-labelledby="slices">
        <thead>
          <tr>
            <TableHeaderCell>Slice</TableHeaderCell>
            <TableHeaderCell numeric>Share of round</TableHeaderCell>
            <TableHeaderCell numeric>Solutions</TableHeaderCell>
            {hasAnnotations && <TableHeaderCell numeric>Annotations</TableHeaderCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.slice}>
              <TableCell>
                <div className="flex items-baseline gap-2">
                  <i
                    aria-hidden="true"
                    className={joinClasses('size-2 shrink-0', getSliceStyle(row.slice).background)}
                  />
                  {sliceDisplayNames[row.slice] ?? row.slice}
                </div>
                {row.shortfallReason !== null && (
                  <span className="block pl-4 text-caption whitespace-normal text-ink-2">
                    {row.shortfallReason}
                  </span>
                )}
                {row.isBelowRandom && (
                  <span className="block pl-4 text-caption text-ink-2">
                    fewer errors than the random sample
                  </span>
                )}
              </TableCell>
              <TableCell numeric>{total > 0 && shares[i]}</TableCell>
              <TableCell numeric>{formatCount(row.queued)}</TableCell>
              {hasAnnotations && <TableCell numeric>{formatCount(row.annotations ?? 0)}</TableCell>}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-strong">
          <tr>
            <TableCell className="border-t border-b-0 border-t-line">{name}</TableCell>
            <TableCell numeric className="border-t border-b-0 border-t-line">
              {total > 0 && '100%'}
            </TableCell>
            <TableCell numeric className="border-t border-b-0 border-t-line">
              {formatCount(total)}
            </TableCell>
            {hasAnnotations && (
              <TableCell numeric className="border-t border-b-0 border-t-line">
                {formatCount(totalAnnotations)}
              </TableCell>
            )}
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}
