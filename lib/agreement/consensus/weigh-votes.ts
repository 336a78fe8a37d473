import type { AnnotationVote } from './votes'

export interface SolutionVotes {
  /** The solution's number of steps. The first error is one of them, or none. */
  steps: number
  /** One for each annotator, in any order. */
  annotations: readonly AnnotationVote[]
}

/** Samples of problems, to tell a margin from noise. */
export const resampleCount = 200

/** Prior accuracy: 3 of 4, with the weight of 4 annotations. */
export const assumedRight = 3
export const assumedAnnotations = 4
export const assumedAccuracy = assumedRight / assumedAnnotations

/** No error, among first errors as numbers. */
export const noError = -1

export const computeLogOdds = (accuracy: number) => Math.log(accuracy / (1 - accuracy))

/**
 * Posterior of the first error that each vote names. Steps without a vote are each as likely as if every annotator were
 * wrong.
 * @param choices a number for the first error of each vote
 * @param odds log odds of being right, by voter
 */
export function weighVotes(
  steps: number,
  choices: ArrayLike<number>,
  odds: ArrayLike<number>,
  voters: ArrayLike<number>,
): number[] {
  const count = choices.length
  // The number of steps is also the number of wrong answers to choose from.
  const spread = Math.log(Math.max(1, steps))
  const weighed: number[] = []
  let [namedCount, highest] = [0, 0]
  for (let vote = 0; vote < count; vote++) {
    let [logOdds, isFirst] = [0, true]
    for (let other = 0; other < count; other++) {
      if (choices[other] !== choices[vote]) continue
      logOdds += odds[voters[other]!]! + spread
      if (other < vote) isFirst = false
    }
    weighed.push(logOdds)
    if (isFirst) namedCount += 1
    highest = Math.max(highest, logOdds)
  }
  let all = Math.max(0, steps + 1 - namedCount) * Math.exp(-highest)
  for (let vote = 0; vote < count; vote++) {
    weighed[vote] = Math.exp(weighed[vote]! - highest)
    let isFirst = true
    for (let other = 0; other < vote; other++) if (choices[other] === choices[vote]) isFirst = false
    if (isFirst) all += weighed[vote]!
  }
  return weighed.map((each) => each / all)
}
