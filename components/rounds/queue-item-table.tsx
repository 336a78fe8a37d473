import { Fragment, type ReactNode } from 'react'
import { RowNumberButton } from '@/components/ui/row-number-button'
import { SelectableRow, currentRowClasses } from '@/components/ui/selectable-row'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { formatSelectionProbability } from './format-figures'
import { QueueAnswerCell, QueueProblemCell, QueueScoreCell } from './queue-item-cells'
import type { TypesetQueueItem } from './round'
import type { QueuePanel } from './use-queue-list'

interface QueueItemTableProps {
  items: readonly TypesetQueueItem[]
  /** Id of the current solution, or null if the list is empty. */
  current: string | null
  panel: QueuePanel
  /** Row number of the first item. */
  first: number
  onSelect: (solution: string) => void
  /** Shown below the current row. */
  details: ReactNode
}

/** Queue items in serving order, with the reason for each. */
export function QueueItemTable({
  items,
  current,
  panel,
  first,
  onSelect,
  details,
}: QueueItemTableProps) {
  // Items queued by an import have no selection probability.
  const hasProbability = items.some(({ selectionProbability }) => selectionProbability !== null)
  return (
    <Table aria-label="Queue, in serving order">
      <thead>
        <tr>
          <TableHeaderCell numeric className="w-8">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </TableHeaderCell>
          <TableHeaderCell>Problem and reason</TableHeaderCell>
          <TableHeaderCell className="text-center max-desk:hidden">Answer</TableHeaderCell>
          <TableHeaderCell className="text-center max-desk:hidden">Reference</TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Steps
          </TableHeaderCell>
          <TableHeaderCell numeric>Score</TableHeaderCell>
          {hasProbability && (
            <TableHeaderCell numeric className="max-desk:hidden">
              Selection probability
            </TableHeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => {
          const isCurrent = item.solution === current
          return (
            <Fragment key={item.solution}>
              <QueueItemRow
                {...{ item, isCurrent, hasProbability, onSelect }}
                number={first + index}
                isExpanded={isCurrent && panel !== null}
              />
              {isCurrent && details && (
                <tr id={`details-${item.solution}`} className={currentRowClasses}>
                  <TableCell colSpan={hasProbability ? 7 : 6} className="pt-1 pb-4">
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

function QueueItemRow({
  item,
  number,
  isCurrent,
  hasProbability,
  isExpanded,
  onSelect,
}: {
  item: TypesetQueueItem
  number: number
  isCurrent: boolean
  hasProbability: boolean
  isExpanded: boolean
  onSelect: (solution: string) => void
}) {
  const { typeset, steps, score, selectionProbability, solution } = item
  return (
    <SelectableRow
      name={solution}
      isCurrent={isCurrent}
      onSelect={onSelect}
      className={isExpanded && '[&>td]:border-b-0'}
    >
      <TableCell numeric className="pt-2">
        <RowNumberButton
          isCurrent={isCurrent}
          id={`select-${solution}`}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? `details-${solution}` : undefined}
          aria-label={`Show steps of item ${number}`}
        >
          {formatCount(number)}
        </RowNumberButton>
      </TableCell>
      <QueueProblemCell item={item} />
      <QueueAnswerCell text={typeset.answer} />
      <QueueAnswerCell text={typeset.referenceAnswer} />
      <TableCell numeric className="pt-2 max-desk:hidden">
        {formatCount(steps)}
      </TableCell>
      <QueueScoreCell score={score} />
      {hasProbability && (
        <TableCell numeric className="pt-2 text-ink-3 max-desk:hidden">
          {selectionProbability === null
            ? 'none'
            : formatSelectionProbability(selectionProbability)}
        </TableCell>
      )}
    </SelectableRow>
  )
}
