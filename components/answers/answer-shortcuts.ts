import type { Keymap } from '@/lib/auth/keymap'

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
  const usedKeys = new Set<string>(Object.values(keymapKeys))
  const keepUnusedLetter = (letter: string) => (usedKeys.has(letter) ? null : letter)
  return {
    ...keymapKeys,
    note: keepUnusedLetter('n'),
    withdraw: keepUnusedLetter('x'),
    solutions: keepUnusedLetter('o'),
    enterAnswer: keepUnusedLetter('e'),
  }
}
