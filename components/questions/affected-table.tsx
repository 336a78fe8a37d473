import { Typeset } from '@/components/math/typeset'
import { shortenTypesetText } from '@/lib/problems/shorten-text'
import { hiddenNameLabel } from '@/components/review/describe-review'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import type { AffectedPreview } from './question'

const excerptCharacters = 120

/** The first annotations that are sent back. */
export function AffectedTable({
  affected: { listed, annotations },
}: {
  affected: AffectedPreview
}) {
  return (
    <div>
      <Table aria-label="Affected annotations">
        <thead>
          <tr>
            <HeaderCell>Problem</HeaderCell>
            <HeaderCell>Annotator</HeaderCell>
            <HeaderCell className="max-desk:hidden">First error</HeaderCell>
            <HeaderCell className="max-desk:hidden">Submitted, UTC</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr key={row.annotation}>
              <Cell className="wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <Typeset text={shortenTypesetText(row.problem, excerptCharacters)} />
                </div>
                {row.externalId !== null && (
                  <span className="block text-caption text-ink-3">{row.externalId}</span>
                )}
              </Cell>
              <Cell className="wrap-anywhere">{row.person ?? hiddenNameLabel}</Cell>
              <Cell className="max-desk:hidden">
                {row.error === null ? 'none' : `step ${row.error + 1}`}
              </Cell>
              <Cell className="whitespace-nowrap max-desk:hidden">
                {formatInstant(row.submittedAt)}
              </Cell>
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
