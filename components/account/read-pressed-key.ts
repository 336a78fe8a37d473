import { readShortcutKey } from '@/lib/client/shortcuts'

/** Keys for page navigation or the browser, which a key field ignores. */
const ignoredKeys =
  /^(Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+|Dead|Process|Unidentified)$/

export type PressedKeyResult =
  | { kind: 'key'; key: string }
  | { kind: 'leave' }
  | { kind: 'pass' }
  | { kind: 'none' }

/**
 * The key pressed in the field, read like on the labelling screen, so that every key that can be set works there. `none`: not
 * a usable key.
 */
export function readPressedKey(event: KeyboardEvent): PressedKeyResult {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing || ignoredKeys.test(key)) return { kind: 'pass' }
  if (key === 'Escape') return { kind: 'leave' }
  // Without the target, because shortcuts are ignored in fields, and this is one.
  const modifiers = { ctrlKey, metaKey, altKey, isComposing, target: null }
  // With Shift, a letter is no shortcut, but here the meaning is clear.
  const isLetter = /^[a-zA-Z]$/.test(key)
  const read = readShortcutKey({ ...modifiers, key, code, shiftKey: shiftKey && !isLetter })
  return read === null ? { kind: 'none' } : { kind: 'key', key: read }
}
