import type { AnswerKeys } from './answer-keys'
import type { AnswersBoardState } from './use-answers-board'

/** What a key does beside saying a verdict: in the foot bar, and with all its words in the list of keys. */
export interface AnswerAct {
  key: string | null
  /** A second key that does the same. */
  or?: string | null
  name: string
  words: string
  run: () => void
  isOff: boolean
}

/** What can be done now; `own` is what only this list has. What can do nothing is not offered. */
export function listActs(
  board: AnswersBoardState,
  keys: AnswerKeys,
  own: readonly Omit<AnswerAct, 'isOff'>[],
): AnswerAct[] {
  const isOff = board.opened !== null && board.opened !== 'note'
  const acts: AnswerAct[] = []
  if (board.lit !== null) {
    const note = { name: 'Note', words: 'note' }
    acts.push({ key: keys.note, ...note, run: () => board.open('note'), isOff })
    acts.push(...own.map((act) => ({ ...act, isOff })))
  }
  if (board.canTakeBack)
    acts.push({
      ...{ key: keys.takeBack, name: 'Take back', words: 'take back what a person said' },
      ...{ run: board.takeBack, isOff },
    })
  if (board.settling.canUndo)
    acts.push({
      ...{ key: keys.undo, or: keys.otherUndo, name: 'Undo', words: 'undo the last of this page' },
      ...{ run: board.undo, isOff: false },
    })
  return acts
}
