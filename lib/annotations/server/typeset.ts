import { createIsolatedTypesetter } from '@/lib/problems/typeset-formula'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'

/** A typeset text with its source. */
export function typesetWithSource(source: string) {
  return { text: typesetText(source), source }
}

/**
 * The same for work, without sharing a cache: the time must not depend on whether others have read
 * it. Gold is read by many, and would be recognisable by its speed.
 */
export function createWorkTypesetter() {
  const set = createIsolatedTypesetter()
  return {
    typeset: (source: string) => set(() => typesetWithSource(source)),
    typesetAnswer: (source: string) => set(() => typesetAnswer(source)),
  }
}
