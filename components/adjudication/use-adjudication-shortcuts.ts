import {
  deferrableShortcutActions,
  bindDigitKeys,
  chooseKeyHandling,
  digitKeys,
} from '@/components/annotations/use-annotation-shortcuts'
import { useDeferredShortcuts } from '@/components/annotations/use-deferred-shortcuts'
import { bindActionShortcuts } from '@/components/reviews/action-shortcuts'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { Keymap } from '@/lib/auth/keymap'
import type { AdjudicationAction } from './list-adjudication-actions'
import type { AdjudicationEditor } from './use-adjudication'
import type { AdjudicationPanelState } from './use-adjudication-panel'

/**
 * Shortcuts of the page, or only those of the open panel. In a list, digits choose the nth item, whatever the rating keys
 * are.
 */
export function useAdjudicationShortcuts(
  actions: readonly AdjudicationAction[],
  { work, answer, errorOptionsLoad }: AdjudicationEditor,
  panel: AdjudicationPanelState,
  closeKeys: () => void,
  keymap: Keymap,
): void {
  const { currentTarget } = work
  const isRating = currentTarget.kind === 'step' || currentTarget.kind === 'option'
  const shortcuts =
    panel.open === null
      ? {
          ...bindActionShortcuts(actions),
          ...(isRating ? {} : bindDigitKeys(answer)),
          Escape: closeKeys,
        }
      : {
          ...bindDigitKeys(panel.choose),
          [keymap.allKeys]: closeKeys,
          Escape: panel.close,
        }
  // After a rejection no options will arrive, so keys don't wait for them.
  const isOffline = errorOptionsLoad.isOffline || errorOptionsLoad.requestError !== null
  const keyHandling = panel.open === null ? chooseKeyHandling({ currentTarget, isOffline }) : 'drop'
  const deferrableKeys = [
    ...digitKeys,
    ...deferrableShortcutActions.map((action) => keymap[action]),
  ]
  useShortcuts(useDeferredShortcuts(shortcuts, deferrableKeys, keyHandling))
}
