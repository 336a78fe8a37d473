import type { Keymap } from '@/lib/auth/keys'

/** What a key does in the list of questions, by the keys that a person labels with. */
export interface QuestionKeys {
  previous: string
  next: string
  /** Letters of this page; null where one moves with it. */
  aside: string | null
  together: string | null
  undo: string | null
  /** Where one undoes everywhere else. */
  otherUndo: string | null
}

export function makeQuestionKeys({
  previous,
  next,
  undo: otherUndo,
}: Pick<Keymap, 'previous' | 'next' | 'undo'>): QuestionKeys {
  const own = (letter: string) => (letter === previous || letter === next ? null : letter)
  const letters = { aside: own('x'), together: own('t'), undo: own('u') }
  const isLetter = Object.values(letters).includes(otherUndo)
  return { previous, next, ...letters, otherUndo: isLetter ? null : otherUndo }
}
