import { Typeset } from '@/components/math/typeset'
import { shortenText } from '@/components/projects/shorten-text'
import { nameHidden } from '@/components/review/describe-review'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { Affected } from './question'

const excerptCharacters = 120

/** The first of the annotations that go back. */
export function AffectedTable({ affected: { listed, annotations } }: { affected: Affected }) {
  return (
    <div>
      <Table aria-label="Annotations that go back">
        <thead>
          <tr>
            <HeadCell>Problem</HeadCell>
            <HeadCell>Person</HeadCell>
            <HeadCell className="max-desk:hidden">Found</HeadCell>
            <HeadCell className="max-desk:hidden">Submitted, UTC</HeadCell>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr key={row.annotation}>
              <Cell className="wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <Typeset text={shortenText(row.problem, excerptCharacters)} />
                </div>
                {row.externalId !== null && (
                  <span className="block text-caption text-ink-3">{row.externalId}</span>
                )}
              </Cell>
              <Cell className="wrap-anywhere">{row.person ?? nameHidden}</Cell>
              <Cell className="max-desk:hidden">
                {row.error === null ? 'no error' : `error at step ${row.error + 1}`}
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
          and {formatNoun(annotations - listed.length, 'other')}
        </p>
      )}
    </div>
  )
}
