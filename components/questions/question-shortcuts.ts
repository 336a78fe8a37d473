import { keepUnusedKey, type Keymap } from '@/lib/auth/keymap'

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
  const keys = { previous, next, undo }
  const usedKeys = Object.values(keys)
  return { ...keys, dismiss: keepUnusedKey(usedKeys, 'x'), select: keepUnusedKey(usedKeys, 't') }
}
