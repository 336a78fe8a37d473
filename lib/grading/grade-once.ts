import { grade } from './grade'
import type { Grade } from './verdict'

/** Pairs kept; with long answers fewer, for it is about memory. */
const keptPairs = 20_000
const keptCharacters = 4_000_000

/**
 * A `grade` that remembers: many solutions of a problem state the same answer. Of what is kept the whole is let go when
 * it is too much, so that memory is bounded whatever comes.
 */
export function gradeOnce(gradePair: typeof grade = grade): typeof grade {
  const known = new Map<string, Grade>()
  let characters = 0
  return (given, truth, mode) => {
    if (given === null || truth === null) return gradePair(given, truth, mode)
    const pair = `${mode}\0${given}\0${truth}`
    const before = known.get(pair)
    if (before) return before
    const graded = gradePair(given, truth, mode)
    if (known.size >= keptPairs || characters > keptCharacters) {
      known.clear()
      characters = 0
    }
    known.set(pair, graded)
    characters += pair.length
    return graded
  }
}
