import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ShortcutHandlers } from '@/lib/client/shortcuts'

/** What happens to key presses: `hold` them for now, `replay` the held ones, or `drop` these. */
export type DeferredKeyHandling = 'hold' | 'replay' | 'drop'

/**
 * The shortcuts, of which `heldKeys` wait while the handling is `hold`, so that no key press is lost. Any other
 * shortcut works at once, and drops the keys that wait.
 */
export function useDeferredShortcuts(
  shortcuts: ShortcutHandlers,
  heldKeys: readonly string[],
  handling: DeferredKeyHandling,
): ShortcutHandlers {
  const pressedKeys = useRef<string[]>([])
  const replay = useEffectEvent((key: string) => shortcuts[key]?.())
  useLayoutEffect(() => {
    if (handling === 'hold') return
    const keys = pressedKeys.current.splice(0)
    if (handling === 'replay') for (const key of keys) replay(key)
  }, [handling])
  if (handling !== 'hold') return shortcuts
  return Object.fromEntries(
    Object.entries(shortcuts).map(([key, run]) => [
      key,
      () => {
        if (heldKeys.includes(key)) pressedKeys.current.push(key)
        else {
          pressedKeys.current = []
          run?.()
        }
      },
    ]),
  )
}
