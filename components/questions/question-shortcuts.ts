import type { Keymap } from '@/lib/auth/keymap'

/** Keys in the list of questions, given the labelling keys of the user. */
export interface QuestionShortcuts {
  previous: string
  next: string
  /** Keys of this page; null if the user moves with that letter. */
  dismiss: string | null
  select: string | null
  undo: string | null
  /** The undo key of the labelling screen. */
  usualUndo: string | null
}

export function makeQuestionShortcuts({
  previous,
  next,
  undo: usualUndo,
}: Pick<Keymap, 'previous' | 'next' | 'undo'>): QuestionShortcuts {
  const keyUnlessUsed = (letter: string) => (letter === previous || letter === next ? null : letter)
  const letters = {
    dismiss: keyUnlessUsed('x'),
    select: keyUnlessUsed('t'),
    undo: keyUnlessUsed('u'),
  }
  const isLetter = Object.values(letters).includes(usualUndo)
  return { previous, next, ...letters, usualUndo: isLetter ? null : usualUndo }
}
