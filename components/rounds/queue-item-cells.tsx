import { TypesetContent } from '@/components/math/typeset-content'
import { sliceDisplayNames } from '@/components/projects/slice-display-names'
import { joinClasses } from '@/components/ui/join-classes'
import { TableCell } from '@/components/ui/table'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { formatScore } from './format-figures'
import type { TypesetQueueItem } from './round'
import { getSliceStyle } from './slice-styles'

/** The problem, and why the solution is queued. */
export function QueueProblemCell({ item }: { item: TypesetQueueItem }) {
  return (
    <TableCell className="pt-2 pb-2.5 wrap-anywhere">
      <div className="font-read text-excerpt font-text">
        <TypesetContent text={item.typeset.problem} />
      </div>
      <SliceAndReason item={item} />
    </TableCell>
  )
}

/** The slice with its colour, the reason, and on narrow screens the answers. */
function SliceAndReason({ item: { slice, reason, typeset, slots } }: { item: TypesetQueueItem }) {
  return (
    <div className="pt-0.5 text-caption text-ink-3">
      <i
        aria-hidden="true"
        className={joinClasses('mr-2 inline-block size-2', getSliceStyle(slice).background)}
      />
      <b className="text-ink-2">{sliceDisplayNames[slice] ?? slice}</b>
      {reason && ` · ${reason}`}
      {slots > 1 && ` · ${slots} annotators`}
      {typeset.answer.length > 0 && (
        <div className="flex flex-wrap gap-x-1.5 desk:hidden">
          answer
          <TypesetContent text={typeset.answer} />
          {typeset.referenceAnswer.length > 0 && (
            <>
              · reference
              <TypesetContent text={typeset.referenceAnswer} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

export function QueueAnswerCell({ text }: { text: TypesetText }) {
  return (
    <TableCell className="max-w-32 pt-2 text-center wrap-anywhere max-desk:hidden">
      {text.length === 0 ? (
        <span className="text-ink-3">none</span>
      ) : (
        <div className="overflow-x-auto overflow-y-hidden font-read text-excerpt font-text">
          <TypesetContent text={text} />
        </div>
      )}
    </TableCell>
  )
}

export function QueueScoreCell({ score }: Pick<TypesetQueueItem, 'score'>) {
  return (
    <TableCell numeric className="pt-2">
      {score === null ? <span className="text-ink-3">none</span> : formatScore(score)}
    </TableCell>
  )
}
