import { type ShortcutAction, type Keymap, formatKey } from '@/lib/auth/keymap'
import { findKeyProblem, findShortcutAction } from '@/lib/auth/keymap-rules'
import { shortcutDescriptions } from '@/lib/auth/shortcut-descriptions'

/** The result of assigning a key to an action: done, or why not and how to fix it. */
export type KeyAssignmentResult =
  | { kind: 'moved'; keymap: Keymap }
  | { kind: 'refused'; message: string }
  /** Another action has the key. `swappedKeymap`: the keymap after swapping both keys, if possible. */
  | { kind: 'taken'; message: string; swappedKeymap: Keymap | null; swapLabel: string }

export function assignKey(
  keymap: Keymap,
  action: ShortcutAction,
  key: string,
): KeyAssignmentResult {
  const problem = findKeyProblem(action, key)
  if (problem !== null) return { kind: 'refused', message: problem }
  const currentAction = findShortcutAction(keymap, key)
  if (currentAction === null || currentAction === action)
    return { kind: 'moved', keymap: { ...keymap, [action]: key } }
  const canSwap = findKeyProblem(currentAction, keymap[action]) === null
  const { label } = shortcutDescriptions[currentAction]
  return {
    kind: 'taken',
    message: `${formatKey(key)} is used by “${label}”.${canSwap ? '' : ' Change that shortcut first.'}`,
    swappedKeymap: canSwap ? { ...keymap, [action]: key, [currentAction]: keymap[action] } : null,
    swapLabel: `Swap: use ${formatKey(keymap[action])} for “${label}”`,
  }
}
