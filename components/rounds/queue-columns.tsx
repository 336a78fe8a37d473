import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { TypesetContent } from '@/components/math/typeset-content'
import type { DataColumn } from '@/components/ui/data-table'
import { joinClasses } from '@/components/ui/join-classes'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { formatScore } from './format-figures'
import type { TypesetQueueItem } from './round'
import { sliceDisplayNames } from './slice-display-names'
import { getSliceStyle } from './slice-styles'

/** The problem with the reason why it is queued, the answers, the number of steps and the score. */
export const listQueueColumns = <Item extends TypesetQueueItem>(): DataColumn<Item>[] => [
  {
    header: 'Problem and reason',
    cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
    render: (item) => (
      <>
        <SmallTypesetText text={item.typeset.problem} />
        <SliceAndReason item={item} />
      </>
    ),
  },
  makeAnswerColumn('Answer', 'answer'),
  makeAnswerColumn('Reference', 'referenceAnswer'),
  {
    header: 'Steps',
    numeric: true,
    minScreen: 'desk',
    cellClassName: 'pt-2',
    render: ({ steps }) => formatCount(steps),
  },
  {
    header: 'Score',
    numeric: true,
    cellClassName: 'pt-2',
    render: ({ score }) =>
      score === null ? <span className="text-ink-3">none</span> : formatScore(score),
  },
]

/** The slice with its colour, the reason, and on narrow screens the answers. */
function SliceAndReason({ item: { slice, reason, typeset, slots } }: { item: TypesetQueueItem }) {
  return (
    <div className="pt-0.5 text-caption text-ink-3">
      <i
        aria-hidden="true"
        className={joinClasses('mr-2 inline-block size-2', getSliceStyle(slice).background)}
      />
      <b className="text-ink-2">{sliceDisplayNames[slice] ?? slice}</b>
      {reason && `\u00a0· ${reason}`}
      {slots > 1 && `\u00a0· for ${slots} annotators`}
      {typeset.answer.length > 0 && (
        <div className="flex flex-wrap gap-x-4 desk:hidden">
          <span className="flex flex-wrap gap-x-1.5">
            answer
            <TypesetContent text={typeset.answer} />
          </span>
          {typeset.referenceAnswer.length > 0 && (
            <span className="flex flex-wrap gap-x-1.5">
              reference
              <TypesetContent text={typeset.referenceAnswer} />
            </span>
          )}
        </div>
      )}
    </div>
  )
}

const makeAnswerColumn = (
  header: string,
  name: 'answer' | 'referenceAnswer',
): DataColumn<TypesetQueueItem> => ({
  header,
  minScreen: 'desk',
  cellClassName: 'max-w-32 pt-2 wrap-anywhere',
  render: ({ typeset }) => <Answer text={typeset[name]} />,
})

function Answer({ text }: { text: TypesetText }) {
  if (text.length === 0) return <span className="text-ink-3">none</span>
  return <SmallTypesetText text={text} className="overflow-x-auto overflow-y-hidden" />
}
