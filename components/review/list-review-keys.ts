import { keyActs, type Keymap } from '@/lib/auth/keys'
import type { KeyedAct } from './keyed-act'
import type { ReviewedAnnotation } from './review'
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

interface Parts {
  given: Pick<ReviewedAnnotation, 'acceptRefusal' | 'returnRefusal'>
  /** The list goes on after this one. */
  hasNext: boolean
  keymap: Keymap
  keys: RulingKeys
  acts: ReviewSheetActs
}

/** Every key of one annotation that is reviewed alone: what can do nothing is not offered. */
export function listReviewKeys({ given, hasNext, keymap, keys, acts }: Parts): KeyedAct[] {
  const shared = (
    act: 'previous' | 'next' | 'problem' | 'raw' | 'allKeys',
    run: () => void,
  ): KeyedAct => ({ act, key: keymap[act], words: keyActs[act].words, run })
  const whereNext = hasNext ? 'the next of the list' : 'back to the list'
  return [
    shared('previous', () => acts.move(-1)),
    shared('next', () => acts.move(1)),
    ...(given.returnRefusal === null
      ? [{ act: 'return', key: keys.sendBack, words: 'send it back', run: acts.askReturn }]
      : []),
    { act: 'gold', key: keys.gold, words: 'open it as gold', run: acts.openGold },
    { act: 'nextOne', key: keys.next, words: whereNext, run: acts.next },
    shared('problem', acts.toggleProblem),
    shared('raw', acts.toggleRaw),
    shared('allKeys', acts.toggleKeys),
    ...(given.acceptRefusal === null
      ? [{ act: 'submit', key: keymap.submit, words: 'accept', run: acts.accept }]
      : []),
  ]
}
