import type { Keymap } from '@/lib/auth/keymap'

/** Keys in the list of questions. The keys for moving and undo are those of the labelling screen. */
export interface QuestionShortcuts {
  previous: string
  next: string
  undo: string
  /** The keys x and t; null if the user moves or undoes with that letter. */
  dismiss: string | null
  select: string | null
}

export function makeQuestionShortcuts({
  previous,
  next,
  undo,
}: Pick<Keymap, 'previous' | 'next' | 'undo'>): QuestionShortcuts {
  const keyUnlessUsed = (letter: string) =>
    [previous, next, undo].includes(letter) ? null : letter
  return { previous, next, undo, dismiss: keyUnlessUsed('x'), select: keyUnlessUsed('t') }
}
