import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { RowNumberButton } from '@/components/ui/row-number-button'
import { currentRowClasses } from '@/components/ui/selectable-row'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import type { VerdictSubject } from './answers'
import type { AnswerListState } from './use-answer-list'

/** The answer and its reference, side by side. */
export const answerHalvesClasses = 'grid grid-cols-2 gap-x-4'

/** Numbered rows with an answer and its reference. On narrow screens, details follow the current row. */
export function AnswerListTable<T extends VerdictSubject>({
  rowName,
  answerHeader,
  lastHeader,
  listState: { list, current, select },
  details,
  renderCells,
  ...table
}: {
  /** `pair` */
  rowName: string
  /** Header of the answers. */
  answerHeader: string
  /** Header of a third column. */
  lastHeader?: string
  listState: Pick<AnswerListState<T>, 'list' | 'current' | 'select'>
  details: ReactNode
  /** The table cells after the number. */
  renderCells: (row: T, isCurrent: boolean) => ReactNode
} & ComponentProps<'table'>) {
  return (
    <Table className="table-fixed" {...table}>
      <thead>
        <tr>
          <TableHeaderCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </TableHeaderCell>
          <TableHeaderCell>
            <span className={answerHalvesClasses}>
              <span>{answerHeader}</span>
              <span>Reference</span>
            </span>
          </TableHeaderCell>
          {lastHeader !== undefined && (
            <TableHeaderCell numeric className="w-24 max-desk:w-20">
              {lastHeader}
            </TableHeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {list.map((row, index) => {
          const isCurrent = row.key === current?.key
          return (
            <Fragment key={row.key}>
              <TableRow
                id={`row-${row.key}`}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => isCurrent || select(row.key)}
                className={
                  isCurrent
                    ? joinClasses(currentRowClasses, 'max-wide:[&>td]:border-b-0')
                    : 'cursor-pointer'
                }
              >
                <TableCell numeric className="pt-2.5">
                  <RowNumberButton
                    isCurrent={isCurrent}
                    id={`select-${row.key}`}
                    aria-label={`Select ${rowName} ${index + 1}`}
                  >
                    {index + 1}
                  </RowNumberButton>
                </TableCell>
                {renderCells(row, isCurrent)}
              </TableRow>
              {isCurrent && (
                <tr
                  id={`about-${row.key}`}
                  className={joinClasses(currentRowClasses, 'wide:hidden')}
                >
                  <TableCell colSpan={lastHeader === undefined ? 2 : 3} className="pt-1 pb-3">
                    {details}
                  </TableCell>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </Table>
  )
}
