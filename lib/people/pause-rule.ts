import { computeSharePosterior, computeProbabilityBelow } from './beta-distribution'

/** The rule pauses no one with fewer answers to gold, even if all are wrong. */
export const minAnswersForPause = 5

/** An annotator is paused when their share of exact answers is below the threshold with more than this probability. */
export const pauseProbabilityThreshold = 0.95

/** Range of the number of further annotations before a pause takes effect. An immediate pause would reveal the gold item. */
export const pauseDelayInAnnotations = { min: 5, max: 15 } as const

export interface PauseRuleResult {
  answers: number
  exact: number
  threshold: number
  /** Probability that the annotator's share of exact answers is below the threshold. */
  probability: number
  shouldPause: boolean
}

/** Decides from an annotator's answers to gold whether the rule pauses them. */
export function evaluatePauseRule(
  { answers, exact }: { answers: number; exact: number },
  threshold: number,
): PauseRuleResult {
  const probability = computeProbabilityBelow(computeSharePosterior(exact, answers), threshold)
  const pauses = answers >= minAnswersForPause && probability > pauseProbabilityThreshold
  return { answers, exact, threshold, probability, shouldPause: pauses }
}
