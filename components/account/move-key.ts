import {
  findKeyAct,
  findKeyProblem,
  type KeyAct,
  keyActs,
  type Keymap,
  printKey,
} from '@/lib/auth/keys'

/** What comes of putting an act on a key: done, or why not, and what would help. */
export type Move =
  | { kind: 'moved'; keymap: Keymap }
  | { kind: 'refused'; words: string }
  /** Another act has the key; `swapped` where the two may change places. */
  | { kind: 'taken'; words: string; swapped: Keymap | null; offer: string }

export function moveKey(keymap: Keymap, act: KeyAct, key: string): Move {
  const problem = findKeyProblem(act, key)
  if (problem !== null) return { kind: 'refused', words: problem }
  const holder = findKeyAct(keymap, key)
  if (holder === null || holder === act) return { kind: 'moved', keymap: { ...keymap, [act]: key } }
  const canSwap = findKeyProblem(holder, keymap[act]) === null
  const { words } = keyActs[holder]
  return {
    kind: 'taken',
    words: `${printKey(key)} is taken by “${words}”.${canSwap ? '' : ' Put that on another key first.'}`,
    swapped: canSwap ? { ...keymap, [act]: key, [holder]: keymap[act] } : null,
    offer: `Swap: “${words}” gets ${printKey(keymap[act])}`,
  }
}
