import { RowNumberButton } from '@/components/ui/row-number-button'
import { Fragment, type ReactNode } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { joinClasses } from '@/components/ui/join-classes'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { AnswerShortcuts } from './answer-shortcuts'
import { describeMixedVerdicts } from './describe-answers'
import { VerdictNoteField } from './verdict-note-field'
import type { AnswerPairView, TypesetAnswerPair } from './answers'
import { currentRowClasses } from '@/components/ui/selectable-row'
import { hasOwnVerdict } from './verdict-status'
import type { PairListState } from './use-pair-list'
import { VerdictLabel } from './verdict-label'

const answers = 'grid grid-cols-2 gap-x-4'

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
  const { list, current } = listState
  return (
    <Table aria-label="Answer pairs" className="table-fixed" data-pairs>
      <thead>
        <tr>
          <TableHeaderCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </TableHeaderCell>
          <TableHeaderCell>
            <span className={answers}>
              <span>Answer</span>
              <span>Reference</span>
            </span>
          </TableHeaderCell>
          <TableHeaderCell numeric className="w-24 max-desk:w-20">
            Solutions
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {list.map((pair, index) => (
          <Fragment key={pair.key}>
            <PairRow
              pair={pair}
              index={index}
              isCurrent={pair.key === current?.key}
              showsVerdict={show !== 'unsure' || pair.by === 'person'}
              isNotWaiting={listState.isNotWaiting(pair)}
              onSelect={listState.select}
            >
              <VerdictNoteField listState={listState} keys={keys} />
            </PairRow>
            {pair.key === current?.key && (
              <tr
                id={`about-${pair.key}`}
                className={joinClasses(currentRowClasses, 'wide:hidden')}
              >
                <TableCell colSpan={3} className="pt-1 pb-3">
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

function PairRow({
  pair,
  index,
  isCurrent,
  showsVerdict,
  isNotWaiting,
  onSelect,
  children,
}: {
  pair: TypesetAnswerPair
  index: number
  isCurrent: boolean
  showsVerdict: boolean
  isNotWaiting: boolean
  onSelect: (key: string) => void
  /** Shown while the row is current. */
  children: ReactNode
}) {
  return (
    <TableRow
      id={`row-${pair.key}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => isCurrent || onSelect(pair.key)}
      className={
        isCurrent ? joinClasses(currentRowClasses, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'
      }
    >
      <TableCell numeric className="pt-2.5">
        <RowNumberButton
          isCurrent={isCurrent}
          id={`select-${pair.key}`}
          aria-label={`Select pair ${index + 1}`}
        >
          {index + 1}
        </RowNumberButton>
      </TableCell>
      <TableCell className="pt-2 pb-2.5">
        <div className={joinClasses(answers, 'font-read text-excerpt font-text wrap-anywhere')}>
          <Answer label="Answer" text={pair.typeset.answer} />
          <Answer label="Reference" text={pair.typeset.truth} />
        </div>
        <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
          {showsVerdict && <VerdictLabel subject={pair} />}
          {!showsVerdict || !hasOwnVerdict(pair) ? pair.reason : pair.note}
          {isNotWaiting && ' Every unsure solution of it is overridden.'}
        </p>
        {describeMixedVerdicts(pair) && (
          <p className="text-caption text-ink-2">{describeMixedVerdicts(pair)}</p>
        )}
        {isCurrent && children}
      </TableCell>
      <TableCell numeric className="pt-2.5">
        {formatCount(pair.solutions)}
        <span className="block text-caption text-ink-3">
          in {formatQuantity(pair.problems, 'problem')}
        </span>
      </TableCell>
    </TableRow>
  )
}

/** Scrolls sideways if the answer is wider than its half. */
function Answer({ label, text }: { label: string; text: TypesetAnswerPair['typeset']['answer'] }) {
  return (
    <div className="min-w-0 overflow-x-auto overflow-y-hidden">
      <span className="sr-only">{label}: </span>
      <TypesetContent text={text} />
    </div>
  )
}
