import { keepUnusedKey, type Keymap } from '@/lib/auth/keymap'

/** The keys of the answer lists, derived from the person's labelling keys. */
export interface AnswerShortcuts {
  wrong: string
  unsure: string
  correct: string
  previous: string
  next: string
  undo: string
  allKeys: string
  /** This and the following keys are letters of this page; null if one of the keys above is that letter. */
  note: string | null
  withdraw: string | null
  solutions: string | null
  enterAnswer: string | null
}

export function makeAnswerShortcuts(keymap: Keymap): AnswerShortcuts {
  const keymapKeys = {
    wrong: keymap.rateNegative,
    unsure: keymap.rateNeutral,
    correct: keymap.ratePositive,
    previous: keymap.previous,
    next: keymap.next,
    undo: keymap.undo,
    allKeys: keymap.allKeys,
  }
  const usedKeys = Object.values(keymapKeys)
  return {
    ...keymapKeys,
    note: keepUnusedKey(usedKeys, 'n'),
    withdraw: keepUnusedKey(usedKeys, 'x'),
    solutions: keepUnusedKey(usedKeys, 'o'),
    enterAnswer: keepUnusedKey(usedKeys, 'e'),
  }
}
