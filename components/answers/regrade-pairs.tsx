import { SmallTypesetText } from '@/components/math/small-typeset-text'
import type { DataColumn } from '@/components/ui/data-table'
import { RatingIcon } from '@/components/ui/rating-icon'
import { TableSection } from '@/components/ui/table-section'
import type { Verdict } from '@/lib/grading/verdict'
import { formatCount } from '@/lib/platform/format'
import { type TypesetRegradePair, verdictShapes } from './answers'

/** The pairs that would change, most solutions first. */
export function RegradePairs({ pairs }: { pairs: readonly TypesetRegradePair[] }) {
  return (
    <TableSection
      id="changing-pairs"
      title="Changed pairs"
      note={`${pairs.length < 200 ? formatCount(pairs.length) : 'the first 200'}, most solutions first`}
      rows={pairs}
      rowKey={({ pair }) => `${pair.answer} ${pair.referenceAnswer} ${pair.from}`}
      columns={[
        makeAnswerColumn('Answer', 'answer'),
        makeAnswerColumn('Reference', 'referenceAnswer'),
        {
          header: 'Change and reason',
          cellClassName: 'pt-2 wrap-anywhere',
          render: ({ pair }) => (
            <>
              <VerdictWord verdict={pair.from} /> to <VerdictWord verdict={pair.to} />
            </>
          ),
          renderCaption: ({ pair }) => pair.reason,
        },
        {
          header: 'Solutions',
          numeric: true,
          cellClassName: 'pt-2',
          render: ({ pair }) => formatCount(pair.solutions),
        },
      ]}
    />
  )
}

const makeAnswerColumn = (
  header: string,
  name: 'answer' | 'referenceAnswer',
): DataColumn<TypesetRegradePair> => ({
  header,
  cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
  render: ({ [name]: text }) =>
    text === null ? <span className="text-ink-3">none</span> : <SmallTypesetText text={text} />,
})

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
