'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { KeyCap } from '@/components/ui/key-cap'
import { LinkButton } from '@/components/ui/link-button'
import { HeadCell, Table } from '@/components/ui/table'
import {
  defaultKeymap,
  type KeyAct,
  keyActNames,
  keyActs,
  type KeyGroup,
  keyGroups,
  type Keymap,
  listKeyOverrides,
  punctuationKeys,
} from '@/lib/auth/keys'
import { type KeyNotice, KeyRow, speakKey } from './key-row'
import { moveKey } from './move-key'
import { type KeysSaved, useKeys } from './use-keys'

const groups = Object.keys(keyGroups) as KeyGroup[]

/** Every act of the labelling page and its key; each change is kept at once. */
export function KeysBoard({ stored }: { stored: Keymap }) {
  const { keymap, saved, change, tryAgain } = useKeys(stored)
  const [notice, setNotice] = useState<{ act: KeyAct; words: KeyNotice } | null>(null)
  /** What the keys were before all went back, until one is moved. */
  const [before, setBefore] = useState<Keymap | null>(null)
  /** What changed last, for a screen reader: the field itself is silent when its value changes. */
  const [said, setSaid] = useState('')
  const moved = Object.keys(listKeyOverrides(keymap)).length

  function accept(changed: Keymap, kept: Keymap | null = null) {
    setNotice(null)
    setBefore(kept)
    change(changed)
  }

  function set(act: KeyAct, key: string) {
    const move = moveKey(keymap, act, key)
    if (move.kind !== 'moved') setNotice({ act, words: move })
    else if (move.keymap[act] === keymap[act]) setNotice(null)
    else {
      setSaid(`${keyActs[act].words}: ${speakKey(key)}`)
      accept(move.keymap)
    }
  }

  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-6">
        <SavedKeys saved={saved} onTryAgain={tryAgain} />
        <div className="flex items-center gap-4">
          {before && <LinkButton onClick={() => accept(before)}>Take that back</LinkButton>}
          <Button disabled={moved === 0} onClick={() => accept(defaultKeymap, keymap)}>
            All as they were
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <Table aria-label="Keys">
        <thead className="sr-only">
          <tr>
            <HeadCell>Key</HeadCell>
            <HeadCell>Does</HeadCell>
            <HeadCell>Where it began</HeadCell>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group} className="[&_tr:last-child>*]:border-b-0">
            <tr className="border-t border-line first:border-t-0">
              <HeadCell scope="rowgroup" colSpan={3} className="border-b border-rule pt-4">
                {keyGroups[group]}
              </HeadCell>
            </tr>
            {keyActNames
              .filter((act) => keyActs[act].group === group)
              .map((act) => (
                <KeyRow
                  key={act}
                  act={act}
                  keyName={keymap[act]}
                  notice={notice?.act === act ? notice.words : null}
                  onSet={(key) => set(act, key)}
                  onSwap={() =>
                    notice?.words.kind === 'taken' &&
                    notice.words.swapped &&
                    accept(notice.words.swapped)
                  }
                  onLeave={() => setNotice(null)}
                />
              ))}
          </tbody>
        ))}
      </Table>
      <p className="max-w-abstract pt-3 text-caption text-ink-3">
        Go to a key and press the new one; Escape leaves it. A key is a letter, or one of{' '}
        {punctuationKeys.map((key) => (
          <KeyCap key={key} name={key} className="mr-1 border-line bg-lit text-ink-2" />
        ))}
        <span className="sr-only">{punctuationKeys.map(speakKey).join(', ')}</span> and Enter
        submits. Digits choose from lists, so only the three ratings can have 1, 2 or 3. Where your
        keyboard has no Latin letters, the place of the key counts.
      </p>
    </>
  )
}

function SavedKeys({ saved, onTryAgain }: { saved: KeysSaved; onTryAgain: () => void }) {
  return (
    <p role="status" className={saved.kind === 'failed' ? 'text-negative' : 'text-ink-2'}>
      {saved.kind === 'failed' ? (
        <span className="flex gap-1.5">
          <Icon name="warn" className="mt-0.5 size-4" />
          <span>
            Not saved. {saved.words} <LinkButton onClick={onTryAgain}>Try again</LinkButton>
          </span>
        </span>
      ) : (
        <span className="flex items-center gap-1.5">
          <Icon name={saved.kind === 'saved' ? 'saved' : 'up'} />
          {saved.kind === 'saved' ? 'Saved' : 'Saving'}
        </span>
      )}
    </p>
  )
}
