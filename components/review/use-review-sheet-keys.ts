import { useShortcuts } from '@/components/shell/use-shortcuts'
import { bindActions, type KeyedAction } from './keyed-action'

/** Keys of one annotation that is reviewed; while a comment is asked, only what leaves it. */
export function useReviewSheetKeys(
  acts: readonly KeyedAction[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const open = isReturning ? acts.filter(({ name }) => name === 'allKeys') : acts
  useShortcuts({ ...bindActions(open), Escape: close })
}
