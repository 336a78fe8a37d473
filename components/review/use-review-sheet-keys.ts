import { useShortcuts } from '@/components/shell/use-shortcuts'
import { bindActs, type KeyedAct } from './keyed-act'

/** Keys of one annotation that is reviewed; while a comment is asked, only what leaves it. */
export function useReviewSheetKeys(
  acts: readonly KeyedAct[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const open = isReturning ? acts.filter(({ act }) => act === 'allKeys') : acts
  useShortcuts({ ...bindActs(open), Escape: close })
}
