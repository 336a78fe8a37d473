import Link from 'next/link'
import { Typeset } from '@/components/math/typeset'
import { shortenText } from '@/components/projects/shorten-text'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import { addressRuling, type Adjudications } from './review'

const excerptCharacters = 160

/** What was ruled on, newest first: each opens the labellings side by side, where it can be taken back. */
export function AdjudicationTable({ slug, list }: { slug: string; list: Adjudications }) {
  return (
    <Table aria-labelledby="disagreements">
      <thead>
        <tr>
          <HeadCell>Problem, and the ruling</HeadCell>
          <HeadCell className="max-desk:hidden">By</HeadCell>
          <HeadCell className="max-desk:hidden">When, UTC</HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.adjudications.map(({ adjudication, solution, problem, error, ...row }) => (
          <Row key={adjudication}>
            <Cell className="pt-2 pb-2.5 wrap-anywhere">
              <div className="font-read text-excerpt font-text">
                <Typeset text={shortenText(typesetText(problem), excerptCharacters)} />
              </div>
              <p className="pt-0.5 text-caption text-ink-3">
                <Link href={addressRuling(slug, solution)} prefetch={false} className="font-label">
                  {error === null
                    ? `No error in ${formatCount(row.stepCount)} steps`
                    : `First error at step ${formatCount(error + 1)} of ${formatCount(row.stepCount)}`}
                </Link>
                {row.isGold && ', gold'}
                <span className="desk:hidden">
                  , {row.by}, {formatInstant(row.at)}
                </span>
              </p>
              {row.note !== '' && (
                <div className="font-read text-excerpt font-text text-ink-2 italic">
                  <Typeset text={typesetText(row.note)} />
                </div>
              )}
            </Cell>
            <Cell className="pt-2 max-desk:hidden">{row.by}</Cell>
            <Cell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">
              {formatInstant(row.at)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
