import { computePosterior, findProbabilityUnder } from './beta'

/** The rule pauses no one with fewer answers to gold, even if all are wrong. */
export const pauseAnswersMin = 5

/** An annotator is paused when their share of exact answers is below the threshold with more than this probability. */
export const pauseProbability = 0.95

/** Range of the number of further annotations before a pause takes effect. An immediate pause would reveal the gold item. */
export const pauseDelay = { min: 5, max: 15 } as const

export interface PauseJudgement {
  answers: number
  exact: number
  threshold: number
  /** Probability that the annotator's share of exact answers is below the threshold. */
  probability: number
  pauses: boolean
}

/** Decides from an annotator's answers to gold whether the rule pauses them. */
export function evaluatePauseRule(
  { answers, exact }: { answers: number; exact: number },
  threshold: number,
): PauseJudgement {
  const probability = findProbabilityUnder(computePosterior(exact, answers), threshold)
  const pauses = answers >= pauseAnswersMin && probability > pauseProbability
  return { answers, exact, threshold, probability, pauses }
}
