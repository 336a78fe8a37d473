import type { Keymap } from '@/lib/auth/keys'

/** What a key does in the list of questions, by the keys that a person labels with. */
export interface QuestionKeys {
  previous: string
  next: string
  /** Letters of this page; null where one moves with it. */
  aside: string | null
  together: string | null
  undo: string | null
}

export function makeQuestionKeys({
  previous,
  next,
}: Pick<Keymap, 'previous' | 'next'>): QuestionKeys {
  const own = (letter: string) => (letter === previous || letter === next ? null : letter)
  return { previous, next, aside: own('x'), together: own('t'), undo: own('u') }
}
