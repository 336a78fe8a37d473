import { TypesetContent } from '@/components/math/typeset-content'
import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { shortenTypesetText } from '@/lib/typesetting/shorten-text'
import type { AffectedPreview } from './question'

const excerptCharacters = 120

/** The first annotations that will be returned to their annotators. */
export function AffectedAnnotationsTable({
  affected: { listed, annotations },
}: {
  affected: AffectedPreview
}) {
  return (
    <div>
      <Table aria-label="Affected annotations">
        <thead>
          <tr>
            <TableHeaderCell>Problem</TableHeaderCell>
            <TableHeaderCell>Annotator</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">First error</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">Submitted, UTC</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr key={row.annotation}>
              <TableCell className="wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <TypesetContent text={shortenTypesetText(row.problem, excerptCharacters)} />
                </div>
                {row.externalId !== null && (
                  <span className="block text-caption text-ink-3">{row.externalId}</span>
                )}
              </TableCell>
              <TableCell className="wrap-anywhere">{row.person ?? hiddenAnnotatorLabel}</TableCell>
              <TableCell className="max-desk:hidden">
                {row.error === null ? 'none' : `step ${row.error + 1}`}
              </TableCell>
              <TableCell className="whitespace-nowrap max-desk:hidden">
                {formatInstant(row.submittedAt)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {annotations > listed.length && (
        <p className="pt-2 text-caption text-ink-3">
          and {formatQuantity(annotations - listed.length, 'other')}
        </p>
      )}
    </div>
  )
}
