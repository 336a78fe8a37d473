import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { LinkButton } from '@/components/ui/link-button'
import { shownAnswerCharacters } from '@/lib/review/shown-answer'
import type { AnswerKeys } from './answer-keys'
import { describeMixed, describeReach, describeSize, describeVerdict } from './describe-answers'
import { DetailPart } from './detail-part'
import type { ShownPair } from './pair'
import { PairSolutions } from './pair-solutions'
import type { PairBoardState } from './use-pair-board'

/** What the answers are of: an example, its last step, and both texts as they are written. */
export function PairDetails({
  pair,
  board,
  keys,
}: {
  pair: ShownPair
  board: PairBoardState
  keys: AnswerKeys
}) {
  const isOpen = board.opened === 'solutions' || board.opened === 'overrule'
  return (
    <div className="grid gap-4">
      <p className="text-caption text-ink-3 max-wide:hidden">
        {describeSize(pair)}, {describeVerdict(pair)}. {describeMixed(pair)}
        {pair.solutions > 1 && !isOpen && ' One of them:'}
      </p>
      <DetailPart title="Problem">
        <Typeset text={pair.set.problem} />
      </DetailPart>
      {!isOpen && (
        <>
          <DetailPart title="Last step">
            <Typeset text={pair.set.lastStep} />
          </DetailPart>
          <div>
            <h3 className="text-caption text-ink-3">As they are written</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3">
              <WrittenAnswer label="Solutions" text={pair.given} />
              <WrittenAnswer label="Reference" text={pair.truth} />
            </dl>
          </div>
        </>
      )}
      {isOpen ? (
        <PairSolutions board={board} keys={keys} />
      ) : (
        <p className="text-caption text-ink-3">
          {describeReach(pair)}{' '}
          <LinkButton onClick={() => board.open('solutions')}>
            {pair.solutions === 1 ? 'Overrule the solution alone' : 'Overrule one alone'}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function WrittenAnswer({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-caption text-ink-3">{label}</dt>
      <dd>
        <RawText source={text} />
        {text.length >= shownAnswerCharacters && (
          <span className="text-caption text-ink-3">and more: this is the beginning</span>
        )}
      </dd>
    </>
  )
}
