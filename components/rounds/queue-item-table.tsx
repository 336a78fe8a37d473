import type { ReactNode } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { RowNumberButton } from '@/components/ui/row-number-button'
import { formatCount } from '@/lib/platform/format'
import { formatSelectionProbability } from './format-figures'
import { listQueueColumns } from './queue-columns'
import type { TypesetQueueItem } from './round'

interface QueueItemTableProps {
  items: readonly TypesetQueueItem[]
  /** Id of the current solution, or null if the list is empty. */
  currentId: string | null
  /** Row number of the first item. */
  firstRowNumber: number
  onSelect: (solution: string) => void
  /** Shown below the current row. */
  details: ReactNode
}

/** Queue items in serving order, with the reason for each. */
export function QueueItemTable({
  items,
  currentId,
  firstRowNumber,
  onSelect,
  details,
}: QueueItemTableProps) {
  const rows = items.map((item, index) => ({ ...item, number: firstRowNumber + index }))
  // Items queued by an import have no selection probability.
  const hasProbability = items.some(({ selectionProbability }) => selectionProbability !== null)
  return (
    <DataTable
      aria-label="Queue, in serving order"
      rows={rows}
      rowKey={({ solution }) => solution}
      hasStickyHeader
      navigation={{ currentKey: currentId, selectRow: onSelect, details }}
      columns={[
        {
          header: (
            <>
              <span aria-hidden="true">#</span>
              <span className="sr-only">Number</span>
            </>
          ),
          numeric: true,
          className: 'w-8',
          cellClassName: 'pt-2',
          render: ({ solution, number }) => {
            const isCurrent = solution === currentId
            const isExpanded = isCurrent && Boolean(details)
            return (
              <RowNumberButton
                isCurrent={isCurrent}
                aria-expanded={isExpanded}
                aria-controls={isExpanded ? `details-${solution}` : undefined}
                aria-label={`Show steps of item ${number}`}
              >
                {formatCount(number)}
              </RowNumberButton>
            )
          },
        },
        ...listQueueColumns<(typeof rows)[number]>(),
        hasProbability && {
          header: 'Selection probability',
          numeric: true,
          minScreen: 'desk',
          cellClassName: 'pt-2 text-ink-3',
          render: ({ selectionProbability }) =>
            selectionProbability === null
              ? 'none'
              : formatSelectionProbability(selectionProbability),
        },
      ]}
    />
  )
}
