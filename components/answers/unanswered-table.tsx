import { RowNumberButton } from '@/components/ui/row-number-button'
import { Fragment, type ReactNode } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import type { AnswerShortcuts } from './answer-shortcuts'
import { describeSuggestedAnswer } from './describe-answers'
import { currentRowClasses } from '@/components/ui/selectable-row'
import { VerdictNoteField } from './verdict-note-field'
import type { TypesetUnansweredSolution } from './answers'
import { FinalAnswerField } from './final-answer-field'
import { hasOwnVerdict } from './verdict-status'
import type { AnswerListState } from './use-answer-list'
import { VerdictLabel } from './verdict-label'

const halves = 'grid grid-cols-2 gap-x-4'

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
  const { list, current } = listState
  return (
    <Table aria-label="Solutions without a final answer" className="table-fixed">
      <thead>
        <tr>
          <TableHeaderCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </TableHeaderCell>
          <TableHeaderCell>
            <span className={halves}>
              <span>Suggested answer</span>
              <span>Reference</span>
            </span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {list.map((solution, index) => (
          <Fragment key={solution.key}>
            <UnansweredRow
              {...{ solution, index }}
              isCurrent={solution.key === current?.key}
              onSelect={listState.select}
            >
              <VerdictNoteField listState={listState} keys={keys} />
              <FinalAnswerField listState={listState} />
            </UnansweredRow>
            {solution.key === current?.key && (
              <tr
                id={`about-${solution.key}`}
                className={joinClasses(currentRowClasses, 'wide:hidden')}
              >
                <TableCell colSpan={2} className="pt-1 pb-3">
                  {details}
                </TableCell>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
}

function UnansweredRow({
  solution,
  index,
  isCurrent,
  onSelect,
  children,
}: {
  solution: TypesetUnansweredSolution
  index: number
  isCurrent: boolean
  onSelect: (key: string) => void
  /** Shown while the row is current. */
  children: ReactNode
}) {
  const { key, typeset, suggestion } = solution
  return (
    <TableRow
      id={`row-${key}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => isCurrent || onSelect(key)}
      className={
        isCurrent ? joinClasses(currentRowClasses, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'
      }
    >
      <TableCell numeric className="pt-2.5">
        <RowNumberButton
          isCurrent={isCurrent}
          id={`select-${key}`}
          aria-label={`Select solution ${index + 1}`}
        >
          {index + 1}
        </RowNumberButton>
      </TableCell>
      <TableCell className="pt-2 pb-2.5">
        <div className={joinClasses(halves, 'font-read text-excerpt font-text wrap-anywhere')}>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Suggested answer: </span>
            {suggestion === null ? (
              <span className="text-ink-3">none</span>
            ) : (
              <TypesetContent text={typeset.suggestion} />
            )}
          </div>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Reference: </span>
            <TypesetContent text={typeset.truth} />
          </div>
        </div>
        <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
          {solution.name}.{' '}
          {hasOwnVerdict(solution) ? (
            <>
              <VerdictLabel subject={solution} />
              {solution.note}
            </>
          ) : (
            describeSuggestedAnswer(solution)
          )}
        </p>
        {isCurrent && children}
      </TableCell>
    </TableRow>
  )
}
