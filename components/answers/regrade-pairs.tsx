import { TypesetContent } from '@/components/math/typeset-content'
import { RatingIcon } from '@/components/ui/rating-icon'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import type { Verdict } from '@/lib/grading/verdict'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { type TypesetRegradePair, verdictShapes } from './answers'

/** The pairs that would change, most solutions first. */
export function RegradePairs({ pairs }: { pairs: readonly TypesetRegradePair[] }) {
  return (
    <section aria-labelledby="changing-pairs">
      <SectionHeader id="changing-pairs" title="Changed pairs">
        {pairs.length < 200 ? `${formatCount(pairs.length)}, ` : 'the first 200, '}most solutions
        first
      </SectionHeader>
      <Table aria-labelledby="changing-pairs">
        <thead>
          <tr>
            <TableHeaderCell>Answer</TableHeaderCell>
            <TableHeaderCell>Reference</TableHeaderCell>
            <TableHeaderCell>Change and reason</TableHeaderCell>
            <TableHeaderCell numeric>Solutions</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ pair, answer, truth }, index) => (
            <TableRow key={index}>
              <AnswerCell text={answer} />
              <AnswerCell text={truth} />
              <TableCell className="pt-2 wrap-anywhere">
                <VerdictWord verdict={pair.from} /> to <VerdictWord verdict={pair.to} />
                <span className="block text-caption text-ink-3">{pair.reason}</span>
              </TableCell>
              <TableCell numeric className="pt-2">
                {formatCount(pair.solutions)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function AnswerCell({ text }: { text: TypesetText | null }) {
  return (
    <TableCell className="pt-2 pb-2.5 wrap-anywhere">
      {text === null ? (
        <span className="text-ink-3">none</span>
      ) : (
        <div className="font-read text-excerpt font-text">
          <TypesetContent text={text} />
        </div>
      )}
    </TableCell>
  )
}

function VerdictWord({ verdict }: { verdict: Verdict }) {
  return (
    <span className="whitespace-nowrap">
      <RatingIcon
        shape={verdictShapes[verdict]}
        className="mr-1 inline-block size-3.5 align-[-2px]"
      />
      {verdict}
    </span>
  )
}
