import type { ReactNode } from 'react'
import { TableCell } from '@/components/ui/table'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { AnswerHalves } from './answer-halves'
import { AnswerListTable } from './answer-list-table'
import type { AnswerShortcuts } from './answer-shortcuts'
import type { AnswerPairView, TypesetAnswerPair } from './answers'
import { describeMixedVerdicts } from './describe-answers'
import type { PairListState } from './use-pair-list'
import { hasDirectPersonVerdict } from './verdict-details'
import { VerdictLabel } from './verdict-label'
import { VerdictNoteField } from './verdict-note-field'

/** Answer and reference side by side, with the reason for the verdict and the number of solutions. */
export function AnswerPairTable({
  show,
  listState,
  keys,
  details,
}: {
  show: AnswerPairView
  listState: PairListState
  keys: AnswerShortcuts
  details: ReactNode
}) {
  return (
    <AnswerListTable
      aria-label="Answer pairs"
      rowName="pair"
      answerHeader="Answer"
      lastHeader="Solutions"
      listState={listState}
      details={details}
      renderCells={(pair, isCurrent) => (
        <PairCells
          pair={pair}
          showsVerdict={show !== 'unsure' || pair.by === 'person'}
          isFullyOverridden={listState.isFullyOverridden(pair)}
        >
          {isCurrent && <VerdictNoteField listState={listState} keys={keys} />}
        </PairCells>
      )}
    />
  )
}

function PairCells({
  pair,
  showsVerdict,
  isFullyOverridden,
  children,
}: {
  pair: TypesetAnswerPair
  showsVerdict: boolean
  isFullyOverridden: boolean
  children: ReactNode
}) {
  return (
    <>
      <TableCell className="pt-2 pb-2.5">
        <AnswerHalves
          label="Answer"
          answer={pair.typeset.answer}
          referenceAnswer={pair.typeset.referenceAnswer}
        />
        <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
          {showsVerdict && <VerdictLabel subject={pair} />}
          {!showsVerdict || !hasDirectPersonVerdict(pair) ? pair.reason : pair.note}
          {isFullyOverridden && ' Every unsure solution of it is overridden.'}
        </p>
        {describeMixedVerdicts(pair) && (
          <p className="text-caption text-ink-2">{describeMixedVerdicts(pair)}</p>
        )}
        {children}
      </TableCell>
      <TableCell numeric className="pt-2.5">
        {formatCount(pair.solutions)}
        <span className="block text-caption text-ink-3">
          in {formatQuantity(pair.problems, 'problem')}
        </span>
      </TableCell>
    </>
  )
}
