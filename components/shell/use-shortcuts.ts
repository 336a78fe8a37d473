import { useEffectEvent, useLayoutEffect } from 'react'
import { listenForShortcuts, type ShortcutHandlers } from '@/lib/client/shortcuts'

/**
 * Handles the shortcuts of what is on screen as soon as it is rendered, so that no key press is lost or reaches what was
 * shown before.
 */
export function useShortcuts(shortcuts: ShortcutHandlers): void {
  const find = useEffectEvent(() => shortcuts)
  useLayoutEffect(() => listenForShortcuts(() => find()), [])
}
