import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { LinkButton } from '@/components/ui/link-button'
import { maxAnswerExcerptCharacters } from '@/lib/answers/answer-excerpt'
import { formatCount } from '@/lib/platform/format'
import { AnswerDetailSection } from './answer-detail-section'
import { AnswerPairSolutions } from './answer-pair-solutions'
import type { AnswerShortcuts } from './answer-shortcuts'
import type { TypesetAnswerPair } from './answers'
import {
  describeMixedVerdicts,
  describePairSize,
  describeVerdict,
  describeVerdictScope,
} from './describe-answers'
import type { PairListState } from './use-pair-list'

/** An example solution of the pair, its last step, and both answers as written. */
export function AnswerPairDetails({
  pair,
  listState,
  keys,
}: {
  pair: TypesetAnswerPair
  listState: PairListState
  keys: AnswerShortcuts
}) {
  const isOpen = listState.panel === 'solutions' || listState.panel === 'override'
  return (
    <div className="grid gap-4">
      <p className="text-caption text-ink-3 max-wide:hidden">
        {describePairSize(pair)}. Verdict: {describeVerdict(pair)}. {describeMixedVerdicts(pair)}
        {pair.solutions > 1 && !isOpen && ' Example:'}
      </p>
      <AnswerDetailSection title="Problem">
        <TypesetContent text={pair.typeset.problem} />
      </AnswerDetailSection>
      {!isOpen && (
        <>
          <AnswerDetailSection title="Last step">
            <TypesetContent text={pair.typeset.lastStep} />
          </AnswerDetailSection>
          <div>
            <h3 className="text-caption text-ink-3">As written</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3">
              <WrittenAnswer label="Answer" text={pair.answer} />
              <WrittenAnswer label="Reference" text={pair.referenceAnswer} />
            </dl>
          </div>
        </>
      )}
      {isOpen ? (
        <AnswerPairSolutions listState={listState} keys={keys} />
      ) : (
        <p className="text-caption text-ink-3">
          {describeVerdictScope(pair)}{' '}
          <LinkButton onClick={() => listState.open('solutions')}>
            {pair.solutions === 1 ? 'Show solution' : 'Show solutions'}
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
        {text.length >= maxAnswerExcerptCharacters && (
          <span className="text-caption text-ink-3">
            Shortened to the first {formatCount(maxAnswerExcerptCharacters)} characters.
          </span>
        )}
      </dd>
    </>
  )
}
