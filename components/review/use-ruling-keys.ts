import { useEffect, useRef } from 'react'
import type { Keymap } from '@/lib/auth/keys'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'
import { bindActs } from './keyed-act'
import type { RulingAct } from './list-ruling-acts'
import type { ReviewPanel } from './use-review-panel'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Answers the keys; while something is asked in place, only those that answer it. */
export function useRulingKeys(
  acts: readonly RulingAct[],
  panel: ReviewPanel,
  closeKeys: () => void,
  keymap: Keymap,
): void {
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    shortcuts.current =
      panel.open === null
        ? { ...bindActs(acts), Escape: closeKeys }
        : {
            ...Object.fromEntries(digits.map((digit, nth) => [digit, () => panel.choose(nth)])),
            [keymap.allKeys]: closeKeys,
            Escape: panel.close,
          }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
}
