import { useEffect, useRef } from 'react'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'
import { bindActs, type KeyedAct } from './keyed-act'

/** Keys of one labelling that is reviewed; while a comment is asked, only what leaves it. */
export function useReviewSheetKeys(
  acts: readonly KeyedAct[],
  { isReturning, close }: { isReturning: boolean; close: () => void },
): void {
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    const open = isReturning ? acts.filter(({ act }) => act === 'allKeys') : acts
    shortcuts.current = { ...bindActs(open), Escape: close }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
}
