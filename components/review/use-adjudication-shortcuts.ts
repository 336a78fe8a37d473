import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { Keymap } from '@/lib/auth/keymap'
import { bindShortcuts } from './action-shortcuts'
import type { AdjudicationAction } from './list-adjudication-actions'
import type { AdjudicationPanelState } from './use-review-panel'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Shortcuts of the page. While a panel is open, only those of the panel. */
export function useAdjudicationShortcuts(
  actions: readonly AdjudicationAction[],
  panel: AdjudicationPanelState,
  closeKeys: () => void,
  keymap: Keymap,
): void {
  useShortcuts(
    panel.open === null
      ? { ...bindShortcuts(actions), Escape: closeKeys }
      : {
          ...Object.fromEntries(digits.map((digit, nth) => [digit, () => panel.choose(nth)])),
          [keymap.allKeys]: closeKeys,
          Escape: panel.close,
        },
  )
}
