import type { MouseEvent } from 'react'
import type { WorkEvent } from '@/lib/annotations/work-state'

/** How a button was pressed: a click without a pointer came from the keyboard. */
export function readInputMethod(event: MouseEvent): WorkEvent['inputMethod'] {
  const { pointerType } = event.nativeEvent as Partial<PointerEvent>
  if (pointerType === 'touch') return 'touch'
  return event.detail === 0 ? 'key' : 'pointer'
}

/**
 * For the mouse: pressing here does not take the focus, so that Enter afterwards submits and does not press this again.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
