import { Typeset } from '@/components/math/typeset'
import { sliceNames } from '@/components/projects/slice-names'
import { classes } from '@/components/ui/classes'
import { Cell } from '@/components/ui/table'
import type { TypesetText } from '@/lib/problems/typeset'
import type { ShownItem } from './round'
import { findLook } from './slice-looks'
import { writeScore } from './write-figures'

/** What a solution of the queue is of, and why it is there. */
export function ProblemCell({ item }: { item: ShownItem }) {
  return (
    <Cell className="pt-2 pb-2.5 wrap-anywhere">
      <div className="font-read text-excerpt font-text">
        <Typeset text={item.set.problem} />
      </div>
      <Why item={item} />
    </Cell>
  )
}

/** Its slice with the square that it has everywhere, the reason, and on a phone the two answers. */
function Why({ item: { slice, why, set, wanted } }: { item: ShownItem }) {
  return (
    <div className="pt-0.5 text-caption text-ink-3">
      <i
        aria-hidden="true"
        className={classes('mr-2 inline-block size-2', findLook(slice).background)}
      />
      <b className="text-ink-2">{sliceNames[slice] ?? slice}</b>
      {why && `, ${why}`}
      {wanted > 1 && `; for ${wanted} people`}
      {set.answer.length > 0 && (
        <div className="flex flex-wrap gap-x-1.5 desk:hidden">
          answered
          <Typeset text={set.answer} />
          {set.truth.length > 0 && (
            <>
              for
              <Typeset text={set.truth} />
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

export function ScoreCell({ score }: Pick<ShownItem, 'score'>) {
  return (
    <Cell numeric className="pt-2">
      {score === null ? <span className="text-ink-3">none</span> : writeScore(score)}
    </Cell>
  )
}
