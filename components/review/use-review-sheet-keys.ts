import { useEffect, useRef } from 'react'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'
import { bindActs, type KeyedAct } from './keyed-act'

/** Keys of one labelling that is reviewed; while a comment is asked, only what leaves it. */
export function useReviewSheetKeys(
  acts: readonly KeyedAct[],
  isReturning: boolean,
  /** Of what is open: the comment, or the list of keys. */
  close: () => void,
): void {
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    shortcuts.current = { ...(isReturning ? {} : bindActs(acts)), Escape: close }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
}
