import { createIsolatedTypesetter } from '@/lib/problems/typeset-formula'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'

/** A text as it is read, and as it came. */
export function typeset(source: string) {
  return { text: typesetText(source), source }
}

/**
 * The same for work: it takes as long whether others have read it or not. Gold is read by many, and would be known by
 * how soon it comes.
 */
export function startTypesetting() {
  const set = createIsolatedTypesetter()
  return {
    typeset: (source: string) => set(() => typeset(source)),
    typesetAnswer: (source: string) => set(() => typesetAnswer(source)),
  }
}
