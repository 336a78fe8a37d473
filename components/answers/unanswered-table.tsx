import { Fragment, type ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import type { AnswerShortcuts } from './answer-shortcuts'
import { describeSuggestion } from './describe-answers'
import { currentRowClasses } from '@/components/ui/selectable-row'
import { NoteField } from './note-field'
import type { TypesetUnanswered } from './pair'
import { AnswerField } from './answer-field'
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
  listState: AnswerListState<TypesetUnanswered>
  keys: AnswerShortcuts
  details: ReactNode
}) {
  const { list, current } = listState
  return (
    <Table aria-label="Solutions without a final answer" className="table-fixed">
      <thead>
        <tr>
          <HeaderCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </HeaderCell>
          <HeaderCell>
            <span className={halves}>
              <span>Suggested answer</span>
              <span>Reference</span>
            </span>
          </HeaderCell>
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
              <NoteField listState={listState} keys={keys} />
              <AnswerField listState={listState} />
            </UnansweredRow>
            {solution.key === current?.key && (
              <tr
                id={`about-${solution.key}`}
                className={classes(currentRowClasses, 'wide:hidden')}
              >
                <Cell colSpan={2} className="pt-1 pb-3">
                  {details}
                </Cell>
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
  solution: TypesetUnanswered
  index: number
  isCurrent: boolean
  onSelect: (key: string) => void
  /** Shown while the row is current. */
  children: ReactNode
}) {
  const { key, typeset, suggestion } = solution
  return (
    <Row
      id={`row-${key}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => isCurrent || onSelect(key)}
      className={
        isCurrent ? classes(currentRowClasses, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'
      }
    >
      <Cell numeric className="pt-2.5">
        <button
          type="button"
          id={`select-${key}`}
          aria-label={`Select solution ${index + 1}`}
          className={classes(
            'min-w-6 rounded-control text-right',
            isCurrent ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
          )}
        >
          {index + 1}
        </button>
      </Cell>
      <Cell className="pt-2 pb-2.5">
        <div className={classes(halves, 'font-read text-excerpt font-text wrap-anywhere')}>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Suggested answer: </span>
            {suggestion === null ? (
              <span className="text-ink-3">none</span>
            ) : (
              <Typeset text={typeset.suggestion} />
            )}
          </div>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Reference: </span>
            <Typeset text={typeset.truth} />
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
            describeSuggestion(solution)
          )}
        </p>
        {isCurrent && children}
      </Cell>
    </Row>
  )
}
