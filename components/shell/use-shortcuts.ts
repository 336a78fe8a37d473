import { useEffectEvent, useLayoutEffect } from 'react'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'

/**
 * Answers the keys of what is drawn, from the moment that it is: no key that follows at once is lost, or meant for what was
 * there before.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const find = useEffectEvent(() => shortcuts)
  useLayoutEffect(() => listenForShortcuts(() => find()), [])
}
