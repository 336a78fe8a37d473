import type { Keymap } from '@/lib/auth/keymap'

/** Keys for adjudication and review; null if the user labels with that letter. */
export interface ReviewShortcuts {
  adoptFirst: string | null
  adoptSecond: string | null
  returnAnnotation: string | null
  question: string | null
  gold: string | null
  next: string | null
}

/** Actions that keep the user's labelling keys. */
const sharedKeys = [
  ...(['rateNegative', 'rateNeutral', 'ratePositive', 'previous', 'next', 'undo'] as const),
  ...(['write', 'comment', 'problem', 'raw', 'allKeys', 'submit'] as const),
]

export function makeReviewShortcuts(keymap: Keymap): ReviewShortcuts {
  const usedKeys = new Set<string>(sharedKeys.map((action) => keymap[action]))
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
