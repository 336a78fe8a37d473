import { readShortcut } from '@/lib/client/shortcuts'

/** Keys that move on the page or belong to the browser: a field that waits for a key leaves them alone. */
const ignoredKeys =
  /^(Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+|Dead|Process|Unidentified)$/

export type ReadKey =
  | { kind: 'key'; key: string }
  | { kind: 'leave' }
  | { kind: 'pass' }
  | { kind: 'none' }

/**
 * What a key pressed in the field means: read as the labelling page reads it, so that whatever can be set works there.
 * `none`: it stands for nothing that could be set.
 */
export function readKey(event: KeyboardEvent): ReadKey {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing || ignoredKeys.test(key)) return { kind: 'pass' }
  if (key === 'Escape') return { kind: 'leave' }
  // Without the target: the page's shortcuts are silent in a field, and this is one.
  const modifiers = { ctrlKey, metaKey, altKey, isComposing, target: null }
  // With shift held a letter is no shortcut, but here it is clear what is meant.
  const isLetter = /^[a-zA-Z]$/.test(key)
  const read = readShortcut({ ...modifiers, key, code, shiftKey: shiftKey && !isLetter })
  return read === null ? { kind: 'none' } : { kind: 'key', key: read }
}
