import { Typeset } from '@/components/math/typeset'
import { sliceNames } from '@/components/projects/slice-names'
import { classes } from '@/components/ui/classes'
import { Cell } from '@/components/ui/table'
import type { TypesetText } from '@/lib/problems/typeset'
import type { TypesetQueueItem } from './round'
import { getSliceStyle } from './slice-styles'
import { formatScore } from './format-figures'

/** The problem, and why the solution is queued. */
export function ProblemCell({ item }: { item: TypesetQueueItem }) {
  return (
    <Cell className="pt-2 pb-2.5 wrap-anywhere">
      <div className="font-read text-excerpt font-text">
        <Typeset text={item.typeset.problem} />
      </div>
      <SliceAndReason item={item} />
    </Cell>
  )
}

/** The slice with its colour, the reason, and on narrow screens the answers. */
function SliceAndReason({ item: { slice, reason, typeset, slots } }: { item: TypesetQueueItem }) {
  return (
    <div className="pt-0.5 text-caption text-ink-3">
      <i
        aria-hidden="true"
        className={classes('mr-2 inline-block size-2', getSliceStyle(slice).background)}
      />
      <b className="text-ink-2">{sliceNames[slice] ?? slice}</b>
      {reason && ` · ${reason}`}
      {slots > 1 && ` · ${slots} annotators`}
      {typeset.answer.length > 0 && (
        <div className="flex flex-wrap gap-x-1.5 desk:hidden">
          answer
          <Typeset text={typeset.answer} />
          {typeset.referenceAnswer.length > 0 && (
            <>
              , reference
              <Typeset text={typeset.referenceAnswer} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

export function AnswerCell({ text }: { text: TypesetText }) {
  return (
    <Cell className="max-w-32 pt-2 text-center wrap-anywhere max-desk:hidden">
      {text.length === 0 ? (
        <span className="text-ink-3">none</span>
      ) : (
        <div className="overflow-x-auto overflow-y-hidden font-read text-excerpt font-text">
          <Typeset text={text} />
        </div>
      )}
    </Cell>
  )
}

export function ScoreCell({ score }: Pick<TypesetQueueItem, 'score'>) {
  return (
    <Cell numeric className="pt-2">
      {score === null ? <span className="text-ink-3">none</span> : formatScore(score)}
    </Cell>
  )
}
