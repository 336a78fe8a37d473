/**
 * How an answer to gold was: `exact`, the first error where it is known to be, or none where there is none; `near`, a step
 * beside it; `verdict`, an error where there is one, elsewhere; `missed`, no error where there is one; `false_alarm`, an
 * error where there is none.
 */
export type AnswerScore = 'exact' | 'near' | 'verdict' | 'missed' | 'false_alarm'

/**
 * Scores an answer to gold.
 *
 * @param firstErrors steps, from 0, each of which is right as the first error; empty: there is none
 * @param answer the step, from 0, that the annotator rated negative; null: none, to the end of the solution
 */
export function scoreAnswer(firstErrors: readonly number[], answer: number | null): AnswerScore {
  if (answer === null) return firstErrors.length === 0 ? 'exact' : 'missed'
  if (firstErrors.length === 0) return 'false_alarm'
  if (firstErrors.includes(answer)) return 'exact'
  return firstErrors.some((known) => Math.abs(known - answer) === 1) ? 'near' : 'verdict'
}
