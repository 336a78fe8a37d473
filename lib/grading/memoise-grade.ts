import { gradeAnswer } from './grade-answer'
import type { Grade } from './verdict'

/** Cache limits, to bound memory. */
const maxPairs = 20_000
const maxCharacters = 4_000_000

/** `gradeAnswer` with a cache, because many solutions of a problem have the same answer. A full cache is cleared. */
export function memoiseGrade(gradePair: typeof gradeAnswer = gradeAnswer): typeof gradeAnswer {
  const cache = new Map<string, Grade>()
  let characters = 0
  return (answer, reference, mode) => {
    if (answer === null || reference === null) return gradePair(answer, reference, mode)
    const pair = `${mode}\0${answer}\0${reference}`
    const cachedGrade = cache.get(pair)
    if (cachedGrade) return cachedGrade
    const newGrade = gradePair(answer, reference, mode)
    if (cache.size >= maxPairs || characters > maxCharacters) {
      cache.clear()
      characters = 0
    }
    cache.set(pair, newGrade)
    characters += pair.length
    return newGrade
  }
}
