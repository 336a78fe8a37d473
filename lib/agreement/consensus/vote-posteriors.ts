import type { AnnotationVote } from './votes'

export interface SolutionVotes {
  /** The solution's number of steps. The first error is one of them, or none. */
  steps: number
  /** One for each annotator, in any order. */
  annotations: readonly AnnotationVote[]
}

/** Number of samples of problems, to tell a margin from noise. */
export const resampleCount = 200

/** Prior accuracy: 3 of 4, with the weight of 4 annotations. */
export const priorCorrectAnnotations = 3
export const priorAnnotations = 4
export const priorAccuracy = priorCorrectAnnotations / priorAnnotations

/** No error, among first errors as numbers. */
export const noError = -1

export const computeLogOdds = (accuracy: number) => Math.log(accuracy / (1 - accuracy))

/**
 * Posterior of the first error that each vote names. Steps without a vote are each as likely as if every annotator were
 * wrong.
 * @param choices a number for the first error of each vote
 * @param odds log odds of being correct, by voter
 */
export function computeVotePosteriors(
  steps: number,
  choices: ArrayLike<number>,
  odds: ArrayLike<number>,
  voters: ArrayLike<number>,
): number[] {
  // The number of steps is also the number of wrong answers to choose from.
  const logSteps = Math.log(Math.max(1, steps))
  const logOdds = new Map<number, number>()
  for (let vote = 0; vote < choices.length; vote++) {
    const choice = choices[vote]!
    logOdds.set(choice, (logOdds.get(choice) ?? 0) + odds[voters[vote]!]! + logSteps)
  }
  const highest = Math.max(0, ...logOdds.values())
  let total = Math.max(0, steps + 1 - logOdds.size) * Math.exp(-highest)
  for (const stepLogOdds of logOdds.values()) total += Math.exp(stepLogOdds - highest)
  return Array.from(choices, (choice) => Math.exp(logOdds.get(choice)! - highest) / total)
}
