import type { KeyboardEvent } from 'react'

const arrowKeyOffsets = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as Record<
  string,
  number
>

/** Arrow keys move the focus in a group of radio buttons without choosing one. */
export function moveFocusByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const offset = arrowKeyOffsets[event.key]
  if (offset === undefined) return
  event.preventDefault()
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  const index = radios.indexOf(event.target as HTMLElement)
  radios[(index + offset + radios.length) % radios.length]?.focus()
}
