import type { ReactNode } from 'react'
import { TableCell } from '@/components/ui/table'
import { AnswerHalves } from './answer-halves'
import { AnswerListTable } from './answer-list-table'
import type { AnswerShortcuts } from './answer-shortcuts'
import type { TypesetUnansweredSolution } from './answers'
import { describeSuggestedVerdict } from './describe-answers'
import { FinalAnswerField } from './final-answer-field'
import type { AnswerListState } from './use-answer-list'
import { hasDirectPersonVerdict } from './verdict-details'
import { VerdictLabel } from './verdict-label'
import { VerdictNoteField } from './verdict-note-field'

/** Suggested answer and reference side by side, with the verdict if there is one. */
export function UnansweredTable({
  listState,
  keys,
  details,
}: {
  listState: AnswerListState<TypesetUnansweredSolution>
  keys: AnswerShortcuts
  details: ReactNode
}) {
  return (
    <AnswerListTable
      aria-label="Solutions without a final answer"
      rowName="solution"
      answerHeader="Suggested answer"
      listState={listState}
      details={details}
      renderCells={(solution, isCurrent) => (
        <UnansweredCell solution={solution}>
          {isCurrent && (
            <>
              <VerdictNoteField listState={listState} keys={keys} />
              <FinalAnswerField listState={listState} />
            </>
          )}
        </UnansweredCell>
      )}
    />
  )
}

function UnansweredCell({
  solution,
  children,
}: {
  solution: TypesetUnansweredSolution
  children: ReactNode
}) {
  const { typeset, suggestion } = solution
  return (
    <TableCell className="pt-2 pb-2.5">
      <AnswerHalves
        label="Suggested answer"
        answer={suggestion === null ? null : typeset.suggestion}
        referenceAnswer={typeset.referenceAnswer}
      />
      <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
        {solution.name}.{' '}
        {hasDirectPersonVerdict(solution) ? (
          <>
            <VerdictLabel subject={solution} />
            {solution.note}
          </>
        ) : (
          describeSuggestedVerdict(solution)
        )}
      </p>
      {children}
    </TableCell>
  )
}
