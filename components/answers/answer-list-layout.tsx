'use client'

import { useState, type ReactNode } from 'react'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageLayout } from '@/components/ui/page-layout'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import { type AnswerAction, listAnswerActions } from './answer-actions'
import { AnswerShortcutList } from './answer-shortcut-list'
import type { AnswerShortcuts } from './answer-shortcuts'
import { AnswersFooter } from './answers-footer'
import { describeCurrentAnswerRow } from './describe-answers'
import type { AnswerListState } from './use-answer-list'
import { useAnswerShortcuts } from './use-answer-shortcuts'

interface AnswerListLayoutProps {
  listState: AnswerListState
  keys: AnswerShortcuts
  header: ReactNode
  table: ReactNode
  /** Shown instead of the table if the list is empty. */
  empty: ReactNode
  pageLinks: ReactNode
  /** Details of the current row, shown next to the list on wide screens. */
  details: ReactNode
  /** Actions of this list only. */
  actions: readonly Omit<AnswerAction, 'isDisabled'>[]
  /** The keys of an open panel, for which the list of keys is hidden. */
  panelKeys?: { shortcuts: ShortcutHandlersByKey; move: (by: 1 | -1) => void }
  keysHint: string
}

/** Layout of both answer lists: header, list with details, keys and footer. */
export function AnswerListLayout(props: AnswerListLayoutProps) {
  const { listState, keys, details } = props
  const [showsKeys, setShowsKeys] = useState(false)
  const toggleKeys = () => setShowsKeys(!showsKeys)
  const ownShortcuts = Object.fromEntries(
    props.actions.flatMap(({ key, run }) => (key === null ? [] : [[key, run] as const])),
  )
  useAnswerShortcuts({
    listState,
    keys,
    toggleKeys,
    ownShortcuts,
    panelKeys: props.panelKeys,
    closeKeys: () => setShowsKeys(false),
  })
  const actions = listAnswerActions(listState, keys, props.actions)
  const { current, verdictChanges } = listState
  return (
    <>
      <PageLayout>
        {props.header}
        <div className="wide:grid wide:grid-cols-12 wide:gap-x-12">
          <div className="min-w-0 wide:col-span-7">
            {listState.list.length === 0 ? props.empty : props.table}
            {props.pageLinks}
          </div>
          <div className="col-span-5 max-wide:hidden">
            {details && (
              <section
                aria-label="Details"
                data-has-arrows={props.panelKeys ? undefined : true}
                className="sticky top-[calc(var(--spacing-head)+1.5rem)] max-h-[calc(100dvh-var(--spacing-head)-var(--spacing-foot)-3rem)] overflow-y-auto border-t border-ink pt-3 pb-2"
              >
                {details}
              </section>
            )}
          </div>
        </div>
        <p role="status" className="sr-only">
          {current && describeCurrentAnswerRow(current)}
        </p>
      </PageLayout>
      <div className="sticky bottom-foot z-30 bg-wash">
        {showsKeys && current && !props.panelKeys && (
          <AnswerShortcutList
            listState={listState}
            keys={keys}
            actions={actions}
            hint={props.keysHint}
          />
        )}
        <OutcomeNotice
          outcome={verdictChanges.outcome?.kind === 'error' ? verdictChanges.outcome : null}
          className="border-t border-rule px-6 py-2 max-desk:px-4"
        />
      </div>
      <AnswersFooter
        listState={listState}
        keys={keys}
        actions={actions}
        showsKeys={showsKeys}
        onToggleKeys={toggleKeys}
      />
    </>
  )
}
