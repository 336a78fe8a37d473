'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { KeyLabel } from '@/components/ui/key-label'
import { LinkButton } from '@/components/ui/link-button'
import { TableHeaderCell, Table } from '@/components/ui/table'
import {
  defaultKeymap,
  type Keymap,
  punctuationKeys,
  type ShortcutAction,
  shortcutActionNames,
} from '@/lib/auth/keymap'
import { listKeymapOverrides } from '@/lib/auth/keymap-rules'
import {
  shortcutDescriptions,
  type ShortcutGroup,
  shortcutGroups,
} from '@/lib/auth/shortcut-descriptions'
import { assignKey } from './assign-key'
import { type ShortcutProblem, ShortcutRow, getSpokenKeyName } from './shortcut-row'
import { type KeymapSaveState, useKeymap } from './use-keymap'

const groups = Object.keys(shortcutGroups) as ShortcutGroup[]

/** All actions of the labelling screen and their keys. Each change is saved immediately. */
export function ShortcutEditor({ storedKeymap }: { storedKeymap: Keymap }) {
  const { keymap, saveState, change, tryAgain } = useKeymap(storedKeymap)
  const [notice, setNotice] = useState<{ action: ShortcutAction; problem: ShortcutProblem } | null>(
    null,
  )
  /** The keymap before a reset, until a key is changed. */
  const [keymapBeforeReset, setKeymapBeforeReset] = useState<Keymap | null>(null)
  /** The last change, for screen readers, which don't announce a field's new value. */
  const [announcement, setAnnouncement] = useState('')
  const changedCount = Object.keys(listKeymapOverrides(keymap)).length

  function applyKeymap(changedKeymap: Keymap, message: string, previous: Keymap | null = null) {
    setNotice(null)
    setAnnouncement(message)
    setKeymapBeforeReset(previous)
    change(changedKeymap)
  }

  function assign(action: ShortcutAction, key: string) {
    const result = assignKey(keymap, action, key)
    if (result.kind !== 'moved') setNotice({ action, problem: result })
    else if (result.keymap[action] === keymap[action]) setNotice(null)
    else
      applyKeymap(result.keymap, `${shortcutDescriptions[action].label}: ${getSpokenKeyName(key)}`)
  }

  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-6">
        <KeymapSaveStatus saveState={saveState} onTryAgain={tryAgain} />
        <div className="flex items-center gap-4">
          {keymapBeforeReset && (
            <LinkButton onClick={() => applyKeymap(keymapBeforeReset, 'Reset undone.')}>
              Undo
            </LinkButton>
          )}
          <Button
            disabled={changedCount === 0}
            onClick={() => applyKeymap(defaultKeymap, 'All keys reset.', keymap)}
          >
            Reset all
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <Table aria-label="Keys">
        <thead className="sr-only">
          <tr>
            <TableHeaderCell>Key</TableHeaderCell>
            <TableHeaderCell>Action</TableHeaderCell>
            <TableHeaderCell>Default</TableHeaderCell>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group} className="[&_tr:last-child>*]:border-b-0">
            <tr className="border-t border-line first:border-t-0">
              <TableHeaderCell scope="rowgroup" colSpan={3} className="border-b border-rule pt-4">
                {shortcutGroups[group]}
              </TableHeaderCell>
            </tr>
            {shortcutActionNames
              .filter((action) => shortcutDescriptions[action].group === group)
              .map((action) => (
                <ShortcutRow
                  key={action}
                  action={action}
                  keyName={keymap[action]}
                  notice={notice?.action === action ? notice.problem : null}
                  onSet={(key) => assign(action, key)}
                  onSwap={() =>
                    notice?.problem.kind === 'taken' &&
                    notice.problem.swappedKeymap &&
                    applyKeymap(notice.problem.swappedKeymap, 'Keys swapped.')
                  }
                  onDismiss={() => setNotice(null)}
                />
              ))}
          </tbody>
        ))}
      </Table>
      <p className="max-w-abstract pt-3 text-caption text-ink-3">
        Select a key and press a new one. Escape cancels. Allowed: letters and{' '}
        {punctuationKeys.map((key) => (
          <KeyLabel key={key} name={key} className="mr-1 border-line bg-surface text-ink-2" />
        ))}
        <span className="sr-only">{punctuationKeys.map(getSpokenKeyName).join(', ')}</span>. Only
        the three ratings can use 1, 2 and 3.
      </p>
    </>
  )
}

function KeymapSaveStatus({
  saveState,
  onTryAgain,
}: {
  saveState: KeymapSaveState
  onTryAgain: () => void
}) {
  return (
    <p role="status" className={saveState.kind === 'failed' ? 'text-negative' : 'text-ink-2'}>
      {saveState.kind === 'failed' ? (
        <span className="flex gap-1.5">
          <Icon name="warn" className="mt-0.5 size-4" />
          <span>
            Not saved. {saveState.message} <LinkButton onClick={onTryAgain}>Try again</LinkButton>
          </span>
        </span>
      ) : (
        <span className="flex items-center gap-1.5">
          <Icon name={saveState.kind === 'saved' ? 'saved' : 'up'} />
          {saveState.kind === 'saved' ? 'Saved' : 'Saving'}
        </span>
      )}
    </p>
  )
}
