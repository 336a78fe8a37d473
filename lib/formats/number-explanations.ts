import type { SolutionRecord, StoredSolution } from './record'

/** Numbers the candidate explanations of each step from 0. */
export function numberExplanations(
  explanations: SolutionRecord['explanations'],
): StoredSolution['explanations'] {
  const counts = new Map<number, number>()
  return explanations.map(({ step, text }) => {
    const position = counts.get(step) ?? 0
    counts.set(step, position + 1)
    return { step, position, text }
  })
}
