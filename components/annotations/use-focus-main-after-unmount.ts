import { useLayoutEffect } from 'react'

/** Moves the focus to the content that replaces this one, if it was on an element that is removed. */
export function useFocusMainAfterUnmount(): void {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement
      queueMicrotask(() => {
        if (focused?.isConnected || document.activeElement !== document.body) return
        document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}
