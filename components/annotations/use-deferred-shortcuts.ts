import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'

/** What happens to key presses: `hold` makes them wait, `replay` runs those that wait, `drop` discards those that wait. */
export type DeferredKeyHandling = 'hold' | 'replay' | 'drop'

/**
 * While the handling is `hold`, presses of `deferrableKeys` wait, so that none is lost. Every other shortcut works at
 * once and discards the presses that wait.
 */
export function useDeferredShortcuts(
  shortcuts: ShortcutHandlersByKey,
  deferrableKeys: readonly string[],
  handling: DeferredKeyHandling,
): ShortcutHandlersByKey {
  const waitingKeys = useRef<string[]>([])
  const replay = useEffectEvent((key: string) => shortcuts[key]?.())
  useLayoutEffect(() => {
    if (handling === 'hold') return
    const keys = waitingKeys.current.splice(0)
    if (handling === 'replay') for (const key of keys) replay(key)
  }, [handling])
  if (handling !== 'hold') return shortcuts
  return Object.fromEntries(
    Object.entries(shortcuts).map(([key, run]) => [
      key,
      () => {
        if (deferrableKeys.includes(key)) waitingKeys.current.push(key)
        else {
          waitingKeys.current = []
          run?.()
        }
      },
    ]),
  )
}
