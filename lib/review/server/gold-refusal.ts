import type { ReviewedSolution } from './reviewed.sql'

/** Why a solution cannot be gold, in words; null where it can. */
export function goldRefusal({ flow, steps }: Pick<ReviewedSolution, 'flow' | 'steps'>) {
  if (flow !== 'solution')
    return 'Its steps are choices between options, and everybody goes a path of their own: there is no first error to know.'
  return steps.length === 0 ? 'It has no steps.' : null
}
