import { readShortcutKey } from '@/lib/client/shortcuts'
import { isComposing } from '@/lib/platform/is-composing'

/** Keys for page navigation or the browser, which a key field ignores. */
const ignoredKeys =
  /^(Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+|Dead|Process|Unidentified)$/

export type PressedKeyResult =
  | { kind: 'key'; key: string }
  /** Escape: leaves the field. */
  | { kind: 'cancel' }
  /** Left to the browser. */
  | { kind: 'pass' }
  /** Can't be a shortcut. */
  | { kind: 'unusable' }

/**
 * The key pressed in the field. Read as on the labelling screen, so that every key that can be assigned works there.
 */
export function readPressedKey(event: KeyboardEvent): PressedKeyResult {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey || altKey || isComposing(event) || ignoredKeys.test(key))
    return { kind: 'pass' }
  if (key === 'Escape') return { kind: 'cancel' }
  // Without the target, because `readShortcutKey` ignores keys pressed in a field.
  const modifiers = { ctrlKey, metaKey, altKey, isComposing: false, target: null }
  // With Shift, a letter is not a shortcut, but in this field the meaning is clear.
  const isLetter = /^[a-zA-Z]$/.test(key)
  const shortcutKey = readShortcutKey({ ...modifiers, key, code, shiftKey: shiftKey && !isLetter })
  return shortcutKey === null ? { kind: 'unusable' } : { kind: 'key', key: shortcutKey }
}
