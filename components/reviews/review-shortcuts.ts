import { keepUnusedKey, type Keymap } from '@/lib/auth/keymap'

/** Keys for adjudication and review; null if the user has assigned that letter to one of `sharedActions`. */
export interface ReviewShortcuts {
  adoptFirst: string | null
  adoptSecond: string | null
  returnAnnotation: string | null
  question: string | null
  gold: string | null
  next: string | null
}

/** Labelling actions that adjudication and review have too, with the keys that the user has assigned. */
const sharedActions = [
  ...(['rateNegative', 'rateNeutral', 'ratePositive', 'previous', 'next', 'undo'] as const),
  ...(['write', 'comment', 'problem', 'raw', 'allKeys', 'submit'] as const),
]

export function makeReviewShortcuts(keymap: Keymap): ReviewShortcuts {
  const usedKeys = sharedActions.map((action) => keymap[action])
  return {
    adoptFirst: keepUnusedKey(usedKeys, 'a'),
    adoptSecond: keepUnusedKey(usedKeys, 'b'),
    returnAnnotation: keepUnusedKey(usedKeys, 'e'),
    question: keepUnusedKey(usedKeys, 'q'),
    gold: keepUnusedKey(usedKeys, 'o'),
    next: keepUnusedKey(usedKeys, 'n'),
  }
}
