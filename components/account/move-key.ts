import {
  findKeyAction,
  findKeyProblem,
  type KeyAction,
  keyActions,
  type Keymap,
  formatKey,
} from '@/lib/auth/keys'

/** The result of assigning a key to an action: done, or why not and how to fix it. */
export type MoveResult =
  | { kind: 'moved'; keymap: Keymap }
  | { kind: 'refused'; message: string }
  /** Another action has the key. `swapped`: the keymap after swapping, if possible. */
  | { kind: 'taken'; message: string; swapped: Keymap | null; swapLabel: string }

export function moveKey(keymap: Keymap, act: KeyAction, key: string): MoveResult {
  const problem = findKeyProblem(act, key)
  if (problem !== null) return { kind: 'refused', message: problem }
  const holder = findKeyAction(keymap, key)
  if (holder === null || holder === act) return { kind: 'moved', keymap: { ...keymap, [act]: key } }
  const canSwap = findKeyProblem(holder, keymap[act]) === null
  const { label } = keyActions[holder]
  return {
    kind: 'taken',
    message: `${formatKey(key)} is used by “${label}”.${canSwap ? '' : ' Change that shortcut first.'}`,
    swapped: canSwap ? { ...keymap, [act]: key, [holder]: keymap[act] } : null,
    swapLabel: `Swap: use ${formatKey(keymap[act])} for “${label}”`,
  }
}
