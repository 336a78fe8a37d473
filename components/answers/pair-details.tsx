import type { ReactNode } from 'react'
import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { LinkButton } from '@/components/ui/link-button'
import { describeReach, describeSize, describeVerdict } from './describe-answers'
import { OverruleForm } from './overrule-form'
import type { ShownPair } from './pair'
import type { AnswersBoardState } from './use-answers-board'

/** What the answers are of: an example, its last step, and both texts as they are written. */
export function PairDetails({
  slug,
  pair,
  board,
}: {
  slug: string
  pair: ShownPair
  board: AnswersBoardState
}) {
  return (
    <div className="grid gap-4">
      <p className="text-caption text-ink-3 max-wide:hidden">
        {describeSize(pair)}, {describeVerdict(pair)}.{pair.solutions > 1 && ' One of them:'}
      </p>
      <Part title="Problem">
        <Typeset text={pair.set.problem} />
      </Part>
      <Part title="Last step">
        <Typeset text={pair.set.lastStep} />
      </Part>
      <div>
        <h3 className="text-caption text-ink-3">As they are written</h3>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3">
          <dt className="text-caption text-ink-3">Solutions</dt>
          <dd>
            <RawText source={pair.given} />
          </dd>
          <dt className="text-caption text-ink-3">Reference</dt>
          <dd>
            <RawText source={pair.truth} />
          </dd>
        </dl>
      </div>
      {board.opened === 'overrule' ? (
        <OverruleForm slug={slug} pair={pair} board={board} />
      ) : (
        <p className="text-caption text-ink-3">
          {describeReach(pair)}{' '}
          <LinkButton onClick={() => board.open('overrule')}>
            Overrule this solution alone
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-caption text-ink-3">{title}</h3>
      <div className="overflow-x-hidden font-read text-excerpt font-text wrap-anywhere">
        {children}
      </div>
    </div>
  )
}
