import { formatCount, formatInstant } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { nameFormat, type PastImport } from './import-report'

/** Files that came in, newest first. */
export function PastImports({ imports }: { imports: readonly PastImport[] }) {
  return (
    <section aria-labelledby="past-imports">
      <SectionHead id="past-imports" title="What came in">
        times in UTC
      </SectionHead>
      <Table>
        <thead>
          <tr>
            <HeadCell>File</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Lines
            </HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Left out
            </HeadCell>
            <HeadCell numeric>Solutions</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Here already
            </HeadCell>
            <HeadCell numeric>Labellings</HeadCell>
          </tr>
        </thead>
        <tbody>
          {imports.map((past) => (
            <tr key={past.id}>
              <Cell className="wrap-anywhere">
                <span className="font-mono text-caption font-text">{past.fileName}</span>
                <span className="block text-caption text-ink-3">
                  {nameFormat(past.format)}, by {past.by},{' '}
                  <time dateTime={past.createdAt}>{formatInstant(past.createdAt)}</time>
                </span>
              </Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(past.lines)}
              </Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(past.refused)}
              </Cell>
              <Cell numeric>{formatCount(past.solutions)}</Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(past.repeated)}
              </Cell>
              <Cell numeric>{formatCount(past.labellings)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
