import { believe, findProbabilityLess } from './beta'

/** The number of latest gold answers that are compared with those before. */
export const recentAnswers = 20

/** With fewer before them nothing is said. */
const fewestBefore = 10

/** It is called a drift when the recent share is under the earlier one with at least this probability. */
const driftProbability = 0.95

export interface Drift {
  recent: { answers: number; exact: number }
  before: { answers: number; exact: number }
  /** That the recent share is under the one before; null with too few answers to say. */
  probability: number | null
  isDrifting: boolean
}

const count = (answers: readonly boolean[]) => ({
  answers: answers.length,
  exact: answers.filter(Boolean).length,
})

/**
 * Holds a person's recent answers to gold against those before.
 *
 * @param answers whether each was exact, oldest first
 */
export function findDrift(answers: readonly boolean[]): Drift {
  const recent = count(answers.slice(-recentAnswers))
  const before = count(answers.slice(0, -recentAnswers))
  const probability =
    before.answers < fewestBefore
      ? null
      : findProbabilityLess(
          believe(recent.exact, recent.answers),
          believe(before.exact, before.answers),
        )
  return { recent, before, probability, isDrifting: (probability ?? 0) >= driftProbability }
}

/** Twice the gain in log likelihood that a change must bring: 3.84 is passed by chance once in twenty times. */
const clearGain = 3.84

/**
 * The answer from which on a person got worse: where two shares, the later one lower, fit best; the first of all where no
 * change is clear, for then they were no better before.
 *
 * @param answers whether each was exact, oldest first
 */
export function findDriftBegin(answers: readonly boolean[]): number {
  const all = count(answers)
  const alone = logLikelihood(all)
  let [begin, best] = [0, alone + clearGain / 2]
  let exact = 0
  for (let i = 1; i < answers.length; i += 1) {
    if (answers[i - 1]) exact += 1
    const earlier = { answers: i, exact }
    const later = { answers: all.answers - i, exact: all.exact - exact }
    const isWorse = later.exact * earlier.answers < earlier.exact * later.answers
    const fit = logLikelihood(earlier) + logLikelihood(later)
    if (isWorse && fit > best) [begin, best] = [i, fit]
  }
  return begin
}

/** Log-likelihood of the hits at their best-fitting share. */
function logLikelihood({ answers, exact }: { answers: number; exact: number }): number {
  const of = (part: number) => (part === 0 ? 0 : part * Math.log(part / answers))
  return of(exact) + of(answers - exact)
}
