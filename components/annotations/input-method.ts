import type { MouseEvent } from 'react'
import type { InputMethod } from '@/lib/annotations/state-fields'

/** A click without a pointer came from the keyboard. */
export function readInputMethod(event: MouseEvent): InputMethod {
  const { pointerType } = event.nativeEvent as Partial<PointerEvent>
  if (pointerType === 'touch') return 'touch'
  return event.detail === 0 ? 'key' : 'pointer'
}

/**
 * Keeps the focus on mouse presses, so that Enter submits instead of pressing this button again.
 */
export function preventFocusChange(event: MouseEvent): void {
  event.preventDefault()
}
