'use client'

import type { ReactNode } from 'react'
import { KeyLabel } from '@/components/ui/key-label'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ReasonForm } from '@/components/ui/reason-form'
import { formatKey } from '@/lib/auth/keymap'
import { QueueItemSteps } from './queue-item-steps'
import { QueueItemTable } from './queue-item-table'
import type { QueueShortcuts } from './queue-shortcuts'
import { queueHref, type TypesetQueueItem } from './round'
import { useQueueList } from './use-queue-list'

const maxReasonLength = 1_000

interface QueueListProps {
  slug: string
  items: readonly TypesetQueueItem[]
  keys: QueueShortcuts
  canExclude: boolean
  /** Row number of the first item. */
  firstRowNumber?: number
  /** Links below the list. */
  children?: ReactNode
}

/** The queue list with keyboard navigation. Expands the steps of the current row, and lets admins exclude it. */
export function QueueList({
  slug,
  items,
  keys,
  canExclude,
  firstRowNumber = 1,
  children,
}: QueueListProps) {
  const excludedMessage = (
    <>
      Solution excluded. To restore it, go to{' '}
      <Link href={`${queueHref(slug)}#excluded`}>Excluded</Link>.
    </>
  )
  const list = useQueueList({ slug, items, keys, canExclude, excludedMessage })
  const { panel, current } = list
  return (
    <>
      <QueueItemTable
        items={list.items}
        currentId={current?.solution ?? null}
        firstRowNumber={firstRowNumber}
        onSelect={(solution) =>
          list.select(solution, solution === current?.solution && panel !== null ? null : 'steps')
        }
        details={
          current &&
          (panel === 'exclude' ? (
            <div className="pl-8 max-desk:pl-0">
              <ReasonForm
                key={current.solution}
                name="reason"
                hint="Annotators who have already started can finish. You can restore the solution later."
                maxLength={maxReasonLength}
                requiredMessage="Enter a reason. It is shown in the list of excluded solutions."
                submitLabel="Exclude"
                isBusy={list.isBusy}
                onSubmit={(reason) => void list.exclude(reason)}
                onClose={() => list.setPanel(null)}
              />
            </div>
          ) : (
            panel === 'steps' && (
              <QueueItemSteps
                key={current.solution}
                slug={slug}
                solution={current.solution}
                onExclude={canExclude ? () => list.toggle('exclude') : null}
              />
            )
          ))
        }
      />
      <OutcomeNotice outcome={list.outcome} className="pt-3" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
        <div>{children}</div>
        {current && <KeyHints keys={keys} canExclude={canExclude} />}
      </div>
    </>
  )
}

function KeyHints({ keys, canExclude }: { keys: QueueShortcuts; canExclude: boolean }) {
  return (
    <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
      <KeyLabel name={formatKey(keys.next)} />
      <KeyLabel name={formatKey(keys.previous)} />
      <span className="pr-1">move</span>
      <KeyLabel name="⏎" />
      <span className="pr-1">show steps</span>
      {canExclude && keys.exclude !== null && (
        <>
          <KeyLabel name={keys.exclude} />
          <span>exclude</span>
        </>
      )}
    </p>
  )
}
