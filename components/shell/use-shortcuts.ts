import { useEffectEvent, useLayoutEffect } from 'react'
import { listenForShortcuts, type ShortcutHandlersByKey } from '@/lib/client/shortcuts'

/**
 * Handles the current shortcuts as soon as they are rendered, so that no key press is lost or reaches earlier handlers.
 */
export function useShortcuts(shortcuts: ShortcutHandlersByKey): void {
  const getShortcuts = useEffectEvent(() => shortcuts)
  useLayoutEffect(() => listenForShortcuts(() => getShortcuts()), [])
}
