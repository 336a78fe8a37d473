import { useShortcuts } from '@/components/shell/use-shortcuts'
import { bindActions, type KeyedAction } from './keyed-action'

/** Shortcuts of the page. While the comment panel is open, only those that close it. */
export function useReviewSheetKeys(
  acts: readonly KeyedAction[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const open = isReturning ? acts.filter(({ name }) => name === 'allKeys') : acts
  useShortcuts({ ...bindActions(open), Escape: close })
}
