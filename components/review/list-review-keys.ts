import type { Keymap } from '@/lib/auth/keys'
import type { KeyedAct } from './keyed-act'
import type { RulingKeys } from './ruling-keys'

export interface ReviewSheetActs {
  accept: () => void
  /** Asks for the comment, or no longer. */
  askReturn: () => void
  openGold: () => void
  next: () => void
  move: (by: 1 | -1) => void
  toggleProblem: () => void
  toggleRaw: () => void
  toggleKeys: () => void
}

/** Every key of one labelling that is reviewed alone, for the list of keys and for the keys themselves. */
export function listReviewKeys(
  keymap: Keymap,
  keys: RulingKeys,
  acts: ReviewSheetActs,
): KeyedAct[] {
  const { previous, next, problem, raw, allKeys, submit } = keymap
  return [
    { act: 'previous', key: previous, words: 'to the step before', run: () => acts.move(-1) },
    { act: 'next', key: next, words: 'to the next step', run: () => acts.move(1) },
    { act: 'return', key: keys.sendBack, words: 'send it back', run: acts.askReturn },
    { act: 'gold', key: keys.gold, words: 'open it as gold', run: acts.openGold },
    { act: 'nextOne', key: keys.next, words: 'the next of the list', run: acts.next },
    { act: 'problem', key: problem, words: 'fold the problem', run: acts.toggleProblem },
    { act: 'raw', key: raw, words: 'raw text', run: acts.toggleRaw },
    { act: 'allKeys', key: allKeys, words: 'all keys', run: acts.toggleKeys },
    { act: 'submit', key: submit, words: 'accept', run: acts.accept },
  ]
}
