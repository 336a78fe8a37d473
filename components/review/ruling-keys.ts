import type { Keymap } from '@/lib/auth/keys'

/** Letters of adjudication, and of looking at one annotation; null where the person labels with that letter. */
export interface RulingKeys {
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

export function makeRulingKeys(keymap: Keymap): RulingKeys {
  const taken = new Set<string>(shared.map((act) => keymap[act]))
  const own = (letter: string) => (taken.has(letter) ? null : letter)
  return {
    ...{ adoptFirst: own('a'), adoptSecond: own('b'), sendBack: own('e') },
    ...{ question: own('q'), gold: own('o'), next: own('n') },
  }
}
