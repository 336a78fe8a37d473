import type { Keymap } from '@/lib/auth/keys'

/** Letters of adjudication, and of looking at one annotation; null where the person labels with that letter. */
export interface ReviewKeys {
  adoptFirst: string | null
  adoptSecond: string | null
  sendBack: string | null
  question: string | null
  gold: string | null
  next: string | null
}

/** What labelling and adjudicating have in common keeps the keys of labelling. */
const shared = [
  ...(['rateNegative', 'rateNeutral', 'ratePositive', 'previous', 'next', 'undo'] as const),
  ...(['comment', 'problem', 'raw', 'allKeys', 'submit'] as const),
]

export function makeReviewKeys(keymap: Keymap): ReviewKeys {
  const usedKeys = new Set<string>(shared.map((act) => keymap[act]))
  const keyUnlessUsed = (letter: string) => (usedKeys.has(letter) ? null : letter)
  return {
    ...{
      adoptFirst: keyUnlessUsed('a'),
      adoptSecond: keyUnlessUsed('b'),
      sendBack: keyUnlessUsed('e'),
    },
    ...{ question: keyUnlessUsed('q'), gold: keyUnlessUsed('o'), next: keyUnlessUsed('n') },
  }
}
