import { Typeset } from '@/components/math/typeset'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import type { TypesetText } from '@/lib/problems/typeset'
import { formatCount } from '@/lib/platform/format'
import { Mark } from '@/components/ui/mark'
import type { Verdict } from '@/lib/grading/verdict'
import { type TypesetRegradePair, verdictShapes } from './pair'

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
            <HeaderCell>Answer</HeaderCell>
            <HeaderCell>Reference</HeaderCell>
            <HeaderCell>Change and reason</HeaderCell>
            <HeaderCell numeric>Solutions</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ pair, answer, truth }, index) => (
            <Row key={index}>
              <AnswerCell text={answer} />
              <AnswerCell text={truth} />
              <Cell className="pt-2 wrap-anywhere">
                <VerdictWord verdict={pair.from} /> to <VerdictWord verdict={pair.to} />
                <span className="block text-caption text-ink-3">{pair.reason}</span>
              </Cell>
              <Cell numeric className="pt-2">
                {formatCount(pair.solutions)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function AnswerCell({ text }: { text: TypesetText | null }) {
  return (
    <Cell className="pt-2 pb-2.5 wrap-anywhere">
      {text === null ? (
        <span className="text-ink-3">none</span>
      ) : (
        <div className="font-read text-excerpt font-text">
          <Typeset text={text} />
        </div>
      )}
    </Cell>
  )
}

function VerdictWord({ verdict }: { verdict: Verdict }) {
  return (
    <span className="whitespace-nowrap">
      <Mark shape={verdictShapes[verdict]} className="mr-1 inline-block size-3.5 align-[-2px]" />
      {verdict}
    </span>
  )
}
