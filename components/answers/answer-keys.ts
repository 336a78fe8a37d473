import type { Keymap } from '@/lib/auth/keys'

/** What a key does here, by the keys that a person labels with. */
export interface AnswerKeys {
  wrong: string
  unsure: string
  correct: string
  previous: string
  next: string
  allKeys: string
  /** These are letters of this page; null where one labels with that letter. */
  note: string | null
  undo: string | null
  takeBack: string | null
  solutions: string | null
  read: string | null
  /** The undo of the labelling screen does the same here; null where it is the letter above. */
  otherUndo: string | null
}

export type AnswerKey = keyof AnswerKeys

export function makeAnswerKeys(keymap: Keymap): AnswerKeys {
  const moved = {
    ...{ wrong: keymap.rateNegative, unsure: keymap.rateNeutral, correct: keymap.ratePositive },
    ...{ previous: keymap.previous, next: keymap.next, allKeys: keymap.allKeys },
  }
  const taken = new Set<string>(Object.values(moved))
  const own = (letter: string) => (taken.has(letter) ? null : letter)
  const letters = {
    ...{ note: own('n'), undo: own('u'), takeBack: own('x') },
    ...{ solutions: own('o'), read: own('e') },
  }
  const isLetter = Object.values(letters).includes(keymap.undo)
  return { ...moved, ...letters, otherUndo: isLetter ? null : keymap.undo }
}
