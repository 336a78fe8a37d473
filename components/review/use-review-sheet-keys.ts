import { useEffect, useRef } from 'react'
import type { Keymap } from '@/lib/auth/keys'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'
import { makeRulingKeys } from './ruling-keys'

interface Parts {
  keymap: Keymap
  acts: { accept: () => void; return: () => void; next: () => void }
  toggles: { problem: () => void; raw: () => void; close: () => void }
  move: (by: 1 | -1) => void
  isReturning: boolean
}

/** Keys of one labelling that is reviewed; while a comment is asked, only what leaves it. */
export function useReviewSheetKeys({ keymap, acts, toggles, move, isReturning }: Parts) {
  const { sendBack, next } = makeRulingKeys(keymap)
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    shortcuts.current = isReturning
      ? { Escape: toggles.close }
      : {
          [keymap.submit]: acts.accept,
          [keymap.previous]: () => move(-1),
          [keymap.next]: () => move(1),
          [keymap.problem]: toggles.problem,
          [keymap.raw]: toggles.raw,
          ...(sendBack === null ? {} : { [sendBack]: acts.return }),
          ...(next === null ? {} : { [next]: acts.next }),
        }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
  return { sendBack, next }
}
