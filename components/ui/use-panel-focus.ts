import { type RefObject, useEffect } from 'react'

/** Moves the focus to a panel when it opens, or when `key` changes, and back when it closes. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, key: unknown = null): void {
  useEffect(() => {
    const previouslyFocused = document.activeElement
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return () => {
      if (previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected)
        previouslyFocused.focus({ preventScroll: true })
    }
  }, [panel, key])
}
