import { sliceNames } from '@/components/projects/slice-names'
import { classes } from '@/components/ui/classes'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { findLook } from './slice-looks'
import { writeShare } from './write-figures'

interface SliceRow {
  slice: string
  queued: number
  /** Annotations; null before the round is opened. */
  labelled: number | null
  isUnderRandom?: boolean
  /** Why it got nothing; null: it got something. */
  why: string | null
}

/** What a round is made of: a bar, and the numbers. */
export function SlicesTable({ name, rows }: { name: string; rows: readonly SliceRow[] }) {
  const all = rows.reduce((sum, { queued }) => sum + queued, 0)
  const hasLabels = rows.some(({ labelled }) => labelled !== null)
  const labelled = rows.reduce((sum, row) => sum + (row.labelled ?? 0), 0)
  return (
    <section aria-labelledby="slices">
      <SectionHead id="slices" title="Slices" />
      <div aria-hidden="true" className="mt-1 mb-4 flex h-2 gap-0.5">
        {rows
          .filter(({ queued }) => queued > 0)
          .map(({ slice, queued }) => (
            <i
              key={slice}
              className={classes('min-w-0.75', findLook(slice).background)}
              style={{ flex: queued }}
            />
          ))}
      </div>
      <Table aria-labelledby="slices">
        <thead>
          <tr>
            <HeadCell>Slice</HeadCell>
            <HeadCell numeric>Share</HeadCell>
            <HeadCell numeric>Queued</HeadCell>
            {hasLabels && <HeadCell numeric>Labelled</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice}>
              <Cell>
                <i
                  aria-hidden="true"
                  className={classes('mr-2 inline-block size-2', findLook(row.slice).background)}
                />
                {sliceNames[row.slice] ?? row.slice}
                {row.why !== null && (
                  <span className="block pl-4 text-caption whitespace-normal text-ink-2">
                    {row.why}
                  </span>
                )}
                {row.isUnderRandom && (
                  <span className="block pl-4 text-caption text-ink-2">
                    finds fewer errors than chance
                  </span>
                )}
              </Cell>
              <Cell numeric>{all === 0 ? '' : writeShare(row.queued / all)}</Cell>
              <Cell numeric>{formatCount(row.queued)}</Cell>
              {hasLabels && <Cell numeric>{formatCount(row.labelled ?? 0)}</Cell>}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-strong">
          <tr>
            <Cell className="border-t border-b-0 border-t-line">{name}</Cell>
            <Cell numeric className="border-t border-b-0 border-t-line">
              {all === 0 ? '' : writeShare(1)}
            </Cell>
            <Cell numeric className="border-t border-b-0 border-t-line">
              {formatCount(all)}
            </Cell>
            {hasLabels && (
              <Cell numeric className="border-t border-b-0 border-t-line">
                {formatCount(labelled)}
              </Cell>
            )}
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}
