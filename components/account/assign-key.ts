import {
  findShortcutAction,
  findKeyProblem,
  type ShortcutAction,
  shortcutActions,
  type Keymap,
  formatKey,
} from '@/lib/auth/keymap'

/** The result of assigning a key to an action: done, or why not and how to fix it. */
export type KeyAssignmentResult =
  | { kind: 'moved'; keymap: Keymap }
  | { kind: 'refused'; message: string }
  /** Another action has the key. `swapped`: the keymap after swapping, if possible. */
  | { kind: 'taken'; message: string; swapped: Keymap | null; swapLabel: string }

export function assignKey(
  keymap: Keymap,
  action: ShortcutAction,
  key: string,
): KeyAssignmentResult {
  const problem = findKeyProblem(action, key)
  if (problem !== null) return { kind: 'refused', message: problem }
  const holder = findShortcutAction(keymap, key)
  if (holder === null || holder === action)
    return { kind: 'moved', keymap: { ...keymap, [action]: key } }
  const canSwap = findKeyProblem(holder, keymap[action]) === null
  const { label } = shortcutActions[holder]
  return {
    kind: 'taken',
    message: `${formatKey(key)} is used by “${label}”.${canSwap ? '' : ' Change that shortcut first.'}`,
    swapped: canSwap ? { ...keymap, [action]: key, [holder]: keymap[action] } : null,
    swapLabel: `Swap: use ${formatKey(keymap[action])} for “${label}”`,
  }
}
