import { believe, findProbabilityUnder } from './beta'

/** With fewer answers to gold no one is paused, however wrong they are. */
export const pauseAnswersMin = 5

/** A person is paused when they are under the threshold with more than this probability. */
export const pauseProbability = 0.95

export interface PauseJudgement {
  answers: number
  exact: number
  threshold: number
  /** That they answer less than the threshold of all gold exactly. */
  probability: number
  pauses: boolean
}

/** Whether answers to gold are so wrong that their author is paused. */
export function judgeAnswers(
  { answers, exact }: { answers: number; exact: number },
  threshold: number,
): PauseJudgement {
  const probability = findProbabilityUnder(believe(exact, answers), threshold)
  const pauses = answers >= pauseAnswersMin && probability > pauseProbability
  return { answers, exact, threshold, probability, pauses }
}
