import type { Keymap } from '@/lib/auth/keys'

/** What a key does in the list of questions, by the keys that a person labels with. */
export interface QuestionKeys {
  previous: string
  next: string
  /** Letters of this page; null where one moves with it. */
  dismiss: string | null
  select: string | null
  undo: string | null
  /** Where one undoes everywhere else. */
  usualUndo: string | null
}

export function makeQuestionKeys({
  previous,
  next,
  undo: usualUndo,
}: Pick<Keymap, 'previous' | 'next' | 'undo'>): QuestionKeys {
  const keyUnlessUsed = (letter: string) => (letter === previous || letter === next ? null : letter)
  const letters = {
    dismiss: keyUnlessUsed('x'),
    select: keyUnlessUsed('t'),
    undo: keyUnlessUsed('u'),
  }
  const isLetter = Object.values(letters).includes(usualUndo)
  return { previous, next, ...letters, usualUndo: isLetter ? null : usualUndo }
}
