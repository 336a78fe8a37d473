/**
 * The score of an answer to gold. `exact`: an accepted first error, or none if the solution has none. `near`: a step
 * next to one. `verdict`: another step of a solution that has an error. `missed`: no error, but there is one.
 * `false_alarm`: an error, but there is none.
 */
export type GoldAnswerScore = 'exact' | 'near' | 'verdict' | 'missed' | 'false_alarm'

/**
 * Scores an answer to gold.
 *
 * @param firstErrors the accepted first errors: steps from 0; empty: no error
 * @param answer the step, from 0, that the annotator rated negative; null: none in the whole solution
 */
export function scoreGoldAnswer(
  firstErrors: readonly number[],
  answer: number | null,
): GoldAnswerScore {
  if (answer === null) return firstErrors.length === 0 ? 'exact' : 'missed'
  if (firstErrors.length === 0) return 'false_alarm'
  if (firstErrors.includes(answer)) return 'exact'
  return firstErrors.some((firstError) => Math.abs(firstError - answer) === 1) ? 'near' : 'verdict'
}
