import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { Keymap } from '@/lib/auth/keys'
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
  useShortcuts(
    panel.open === null
      ? { ...bindActs(acts), Escape: closeKeys }
      : {
          ...Object.fromEntries(digits.map((digit, nth) => [digit, () => panel.choose(nth)])),
          [keymap.allKeys]: closeKeys,
          Escape: panel.close,
        },
  )
}
