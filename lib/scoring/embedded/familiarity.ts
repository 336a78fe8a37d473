import { featureCount } from './scorer-model'
import type { TrainingRows } from './training-rows'

/** By feature: 1 for a word that steps of at least two problems contain. Other words say little about new problems. */
export function markFamiliarWords(rows: TrainingRows, rowIndices: Int32Array): Uint8Array {
  const familiar = new Uint8Array(featureCount)
  const firstProblems = new Int32Array(featureCount)
  const isSeen = new Uint8Array(featureCount)
  for (const row of rowIndices) {
    const problem = rows.problemHashes[rows.solutions[row]!]!
    const start = rows.starts[row]!
    for (let k = start + rows.plainCounts[row]!; k < start + rows.wordEnds[row]!; k++) {
      const feature = rows.indices[k]!
      if (isSeen[feature] === 0) {
        isSeen[feature] = 1
        firstProblems[feature] = problem
      } else if (firstProblems[feature] !== problem) familiar[feature] = 1
    }
  }
  return familiar
}

/**
 * How far a prediction for a step can be trusted, in [0, 1]: the squared share of its distinct words that are familiar;
 * 1 without words. What a scorer has learned about other texts is wrong as often as right in a text of unknown words.
 */
export function measureTrust(
  familiar: Uint8Array,
  indices: Int32Array,
  { start, end }: { start: number; end: number },
): number {
  if (start >= end) return 1
  let count = 0
  for (let k = start; k < end; k++) count += familiar[indices[k]!]!
  return (count / (end - start)) ** 2
}
