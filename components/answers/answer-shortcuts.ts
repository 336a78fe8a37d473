import type { Keymap } from '@/lib/auth/keymap'

/** The keys of the answer lists, derived from the person's labelling keys. */
export interface AnswerShortcuts {
  wrong: string
  unsure: string
  correct: string
  previous: string
  next: string
  allKeys: string
  /** Letters of this page; null where the person labels with that letter. */
  note: string | null
  undo: string | null
  withdraw: string | null
  solutions: string | null
  enterAnswer: string | null
  /** The undo key of the labelling screen; null if it is one of the letters above. */
  otherUndo: string | null
}

export type AnswerShortcut = keyof AnswerShortcuts

export function makeAnswerShortcuts(keymap: Keymap): AnswerShortcuts {
  const keymapKeys = {
    wrong: keymap.rateNegative,
    unsure: keymap.rateNeutral,
    correct: keymap.ratePositive,
    previous: keymap.previous,
    next: keymap.next,
    allKeys: keymap.allKeys,
  }
  const usedKeys = new Set<string>(Object.values(keymapKeys))
  const keepUnusedLetter = (letter: string) => (usedKeys.has(letter) ? null : letter)
  const ownKeys = {
    note: keepUnusedLetter('n'),
    undo: keepUnusedLetter('u'),
    withdraw: keepUnusedLetter('x'),
    solutions: keepUnusedLetter('o'),
    enterAnswer: keepUnusedLetter('e'),
  }
  const isLetter = Object.values(ownKeys).includes(keymap.undo)
  return { ...keymapKeys, ...ownKeys, otherUndo: isLetter ? null : keymap.undo }
}
