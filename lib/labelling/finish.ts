import type { FinishReason, Rating } from '@/lib/formats/record'

export interface FinishState {
  stepCount: number
  ratings: readonly Rating[]
  /** Ratings of the alternatives at the error step; null is unrated. */
  optionRatings: readonly (Rating | null)[]
  finishNote: string | null
}

/**
 * Why a labelling cannot be finished so, in words for the annotator; null when it can. The database says the same of
 * the ratings (constraint `labelling_prefix`).
 */
export function findFinishProblem(reason: FinishReason, state: FinishState): string | null {
  const prefixProblem = findPrefixProblem(state)
  if (prefixProblem) return prefixProblem
  const hasError = state.ratings.at(-1) === -1
  switch (reason) {
    case 'found_error':
      if (!hasError) return 'No step is rated negative.'
      return state.optionRatings.includes(null)
        ? 'An option at the first error is not rated.'
        : null
    case 'solution':
      if (hasError) return 'A step is rated negative: the first error ends the labelling.'
      return state.ratings.length < state.stepCount ? 'Not every step is rated.' : null
    case 'give_up':
    case 'bad_problem':
      return (state.finishNote ?? '').trim() === '' ? 'A reason is needed, in a few words.' : null
  }
}

/** Ratings are one for each step from the first on, and the first error is the last of them. */
export function findPrefixProblem({
  stepCount,
  ratings,
}: Pick<FinishState, 'stepCount' | 'ratings'>) {
  if (ratings.length > stepCount) return 'There are more ratings than steps.'
  const firstError = ratings.indexOf(-1)
  if (firstError !== -1 && firstError < ratings.length - 1)
    return 'Steps after the first error stay unrated.'
  return null
}

/** The reason that the ratings themselves give: null while neither an error is found nor all steps are rated. */
export function readFinishReason({
  stepCount,
  ratings,
}: Pick<FinishState, 'stepCount' | 'ratings'>): 'solution' | 'found_error' | null {
  if (ratings.at(-1) === -1) return 'found_error'
  return ratings.length === stepCount ? 'solution' : null
}
