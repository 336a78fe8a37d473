import { useShortcuts } from '@/components/shell/use-shortcuts'
import { bindActions, type KeyedAction } from './keyed-action'

/** Shortcuts of the page. While the comment panel is open, only those that close it. */
export function useReviewSheetKeys(
  actions: readonly KeyedAction[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const open = isReturning ? actions.filter(({ name }) => name === 'allKeys') : actions
  useShortcuts({ ...bindActions(open), Escape: close })
}
