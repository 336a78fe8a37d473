import { Fragment, type ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import type { AnswerKeys } from './answer-keys'
import { describeLooks } from './describe-answers'
import { litRow } from '@/components/ui/lit-row'
import { NoteLine } from './note-line'
import type { ShownUnanswered } from './pair'
import { ReadingLine } from './reading-line'
import { isRuled } from './settling'
import type { AnswersBoardState } from './use-answers-board'
import { VerdictWords } from './verdict-words'

const halves = 'grid grid-cols-2 gap-x-4'

/** What each looks like beside the reference, and what was said of it. */
export function UnansweredTable({
  board,
  keys,
  details,
}: {
  board: AnswersBoardState<ShownUnanswered>
  keys: AnswerKeys
  details: ReactNode
}) {
  const { list, lit } = board
  return (
    <Table aria-label="Solutions without an answer" className="table-fixed">
      <thead>
        <tr>
          <HeadCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </HeadCell>
          <HeadCell>
            <span className={halves}>
              <span>Looks like</span>
              <span>Reference</span>
            </span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((solution, index) => (
          <Fragment key={solution.key}>
            <UnansweredRow
              {...{ solution, index }}
              isLit={solution.key === lit?.key}
              onLight={board.light}
            >
              <NoteLine board={board} keys={keys} />
              <ReadingLine board={board} />
            </UnansweredRow>
            {solution.key === lit?.key && (
              <tr id={`about-${solution.key}`} className={classes(litRow, 'wide:hidden')}>
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
  isLit,
  onLight,
  children,
}: {
  solution: ShownUnanswered
  index: number
  isLit: boolean
  onLight: (key: string) => void
  /** What is shown of it while it is lit. */
  children: ReactNode
}) {
  const { key, set, looksLike } = solution
  return (
    <Row
      id={`row-${key}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => isLit || onLight(key)}
      className={isLit ? classes(litRow, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'}
    >
      <Cell numeric className="pt-2.5">
        <button
          type="button"
          id={`light-${key}`}
          aria-label={`Light solution ${index + 1}`}
          className={classes(
            'min-w-6 rounded-control text-right',
            isLit ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
          )}
        >
          {index + 1}
        </button>
      </Cell>
      <Cell className="pt-2 pb-2.5">
        <div className={classes(halves, 'font-read text-excerpt font-text wrap-anywhere')}>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Looks like: </span>
            {looksLike === null ? (
              <span className="text-ink-3">nothing</span>
            ) : (
              <Typeset text={set.looksLike} />
            )}
          </div>
          <div className="min-w-0 overflow-x-auto overflow-y-hidden">
            <span className="sr-only">Reference: </span>
            <Typeset text={set.truth} />
          </div>
        </div>
        <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
          {solution.called}.{' '}
          {isRuled(solution) ? (
            <>
              <VerdictWords subject={solution} />
              {solution.note}
            </>
          ) : (
            describeLooks(solution)
          )}
        </p>
        {isLit && children}
      </Cell>
    </Row>
  )
}
