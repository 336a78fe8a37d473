import { computeSharePosterior, computeProbabilityOfSmallerShare } from './beta-distribution'

/** The number of latest gold answers that are compared with the earlier ones. */
export const recentGoldAnswerCount = 20

/** With fewer earlier answers there is no comparison. */
const minEarlierAnswers = 10

/** A drift is reported when the recent share is below the earlier one with at least this probability. */
const driftProbability = 0.95

export interface AccuracyDrift {
  recent: { answers: number; exact: number }
  before: { answers: number; exact: number }
  /** Probability that the recent share is below the earlier one; null with too few answers. */
  probability: number | null
  isDrifting: boolean
}

const count = (answers: readonly boolean[]) => ({
  answers: answers.length,
  exact: answers.filter(Boolean).length,
})

/**
 * Compares an annotator's recent gold answers with the earlier ones.
 *
 * @param answers whether each was exact, oldest first
 */
export function detectAccuracyDrift(answers: readonly boolean[]): AccuracyDrift {
  const recent = count(answers.slice(-recentGoldAnswerCount))
  const before = count(answers.slice(0, -recentGoldAnswerCount))
  const probability =
    before.answers < minEarlierAnswers
      ? null
      : computeProbabilityOfSmallerShare(
          computeSharePosterior(recent.exact, recent.answers),
          computeSharePosterior(before.exact, before.answers),
        )
  return { recent, before, probability, isDrifting: (probability ?? 0) >= driftProbability }
}

/**
 * Minimum likelihood ratio statistic (twice the gain in log-likelihood) for a change point: the 95% quantile of
 * chi-squared with 1 degree of freedom.
 */
const minGain = 3.84

/**
 * The index of the answer at which an annotator got worse: the change point where two shares, the later one lower, fit
 * best. 0 if there is no clear change.
 *
 * @param answers whether each was exact, oldest first
 */
export function findAccuracyDriftStart(answers: readonly boolean[]): number {
  const all = count(answers)
  const singleFit = logLikelihood(all)
  let [start, bestFit] = [0, singleFit + minGain / 2]
  let exact = 0
  for (let i = 1; i < answers.length; i += 1) {
    if (answers[i - 1]) exact += 1
    const earlier = { answers: i, exact }
    const later = { answers: all.answers - i, exact: all.exact - exact }
    const isWorse = later.exact * earlier.answers < earlier.exact * later.answers
    const fit = logLikelihood(earlier) + logLikelihood(later)
    if (isWorse && fit > bestFit) [start, bestFit] = [i, fit]
  }
  return start
}

/** Log-likelihood of the hits at their best-fitting share. */
function logLikelihood({ answers, exact }: { answers: number; exact: number }): number {
  const term = (part: number) => (part === 0 ? 0 : part * Math.log(part / answers))
  return term(exact) + term(answers - exact)
}
