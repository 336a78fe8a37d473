import type { Keymap } from '@/lib/auth/keymap'

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
  const usedKeys = new Set<string>(sharedActions.map((action) => keymap[action]))
  const keyUnlessUsed = (letter: string) => (usedKeys.has(letter) ? null : letter)
  return {
    adoptFirst: keyUnlessUsed('a'),
    adoptSecond: keyUnlessUsed('b'),
    returnAnnotation: keyUnlessUsed('e'),
    question: keyUnlessUsed('q'),
    gold: keyUnlessUsed('o'),
    next: keyUnlessUsed('n'),
  }
}
