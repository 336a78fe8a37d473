import { sliceNames } from '@/components/projects/slice-names'
import { classes } from '@/components/ui/classes'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { getSliceStyle } from './slice-styles'
import { formatShare } from './format-figures'

interface SliceRow {
  slice: string
  queued: number
  /** Submitted annotations, or null before the round starts. */
  annotations: number | null
  isUnderRandom?: boolean
  /** Why the slice is empty, or null if it is not. */
  emptyReason: string | null
}

/** The slices of a round as a bar and a table. */
export function SlicesTable({ name, rows }: { name: string; rows: readonly SliceRow[] }) {
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
              className={classes('min-w-0.75', getSliceStyle(slice).background)}
              style={{ flex: queued }}
            />
          ))}
      </div>
      <Table aria-labelledby="slices">
        <thead>
          <tr>
            <HeaderCell>Slice</HeaderCell>
            <HeaderCell numeric>Share</HeaderCell>
            <HeaderCell numeric>Queued</HeaderCell>
            {hasAnnotations && <HeaderCell numeric>Labelled</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice}>
              <Cell>
                <i
                  aria-hidden="true"
                  className={classes(
                    'mr-2 inline-block size-2',
                    getSliceStyle(row.slice).background,
                  )}
                />
                {sliceNames[row.slice] ?? row.slice}
                {row.emptyReason !== null && (
                  <span className="block pl-4 text-caption whitespace-normal text-ink-2">
                    {row.emptyReason}
                  </span>
                )}
                {row.isUnderRandom && (
                  <span className="block pl-4 text-caption text-ink-2">
                    fewer errors than the random sample
                  </span>
                )}
              </Cell>
              <Cell numeric>{total === 0 ? '' : formatShare(row.queued / total)}</Cell>
              <Cell numeric>{formatCount(row.queued)}</Cell>
              {hasAnnotations && <Cell numeric>{formatCount(row.annotations ?? 0)}</Cell>}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-strong">
          <tr>
            <Cell className="border-t border-b-0 border-t-line">{name}</Cell>
            <Cell numeric className="border-t border-b-0 border-t-line">
              {total === 0 ? '' : formatShare(1)}
            </Cell>
            <Cell numeric className="border-t border-b-0 border-t-line">
              {formatCount(total)}
            </Cell>
            {hasAnnotations && (
              <Cell numeric className="border-t border-b-0 border-t-line">
                {formatCount(totalAnnotations)}
              </Cell>
            )}
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}
