import { findFirstError } from './annotation-rules'
import type { Flow, AnnotationRecord } from './record'

/**
 * Returns why a finished annotation breaks the labelling rules, or null. Only imported annotations can break them. They are
 * stored with this reason and excluded from agreement and consensus.
 *
 * `ratings` has one element for each step reached, and the solution has `stepCount` steps. These are
 * all rules (the database's `annotation_is_prefix` says the same):
 *
 * - no unrated and no negative step is before a rated one: nulls are only at the end, and only the
 *   last rating can be -1;
 * - flow `solution`: there are at most `stepCount` ratings (`step_choice` may have reached a step
 *   without options);
 * - finish reason `solution`: there are exactly `stepCount` ratings, none null, none -1;
 * - finish reason `found_error`: there is a rating, and the very last is -1;
 * - finish reasons `give_up` and `bad_problem`: nothing more.
 */
export function findAnnotationIrregularity(
  flow: Flow,
  stepCount: number,
  annotation: Pick<AnnotationRecord, 'finishReason' | 'ratings'>,
): string | null {
  const { finishReason, ratings } = annotation
  const lastRated = ratings.findLastIndex((rating) => rating !== null)
  const firstUnrated = ratings.indexOf(null)
  const firstNegative = findFirstError(ratings)

  if (firstUnrated >= 0 && firstUnrated < lastRated) {
    return `Step ${firstUnrated + 1} is not rated, but a later one is.`
  }
  if (firstNegative !== null && firstNegative < lastRated) {
    return `Step ${firstNegative + 1} is negative, but steps after it are rated.`
  }
  if (flow === 'solution' && ratings.length > stepCount) {
    return `There are ${ratings.length} ratings, but the solution has ${stepCount} steps.`
  }
  if (finishReason === 'solution') {
    if (firstNegative !== null) return 'It is finished as correct, but its last rating is negative.'
    if (firstUnrated >= 0 || ratings.length !== stepCount) {
      const ratedCountText = `${lastRated + 1} of ${stepCount}`
      return `It is finished as correct, but only ${ratedCountText} steps are rated.`
    }
  }
  if (finishReason === 'found_error' && (lastRated < 0 || ratings.at(-1) !== -1)) {
    return firstNegative === null
      ? 'It is finished with an error, but no step is negative.'
      : 'It has unrated steps after the error.'
  }
  return null
}
