import { findNewStepPosition, type StepRangeReplacement } from './repair-steps'

/**
 * Maps known first errors to repaired steps. An error in a merged step stays in the merged step. Null if an error was
 * in a step that was split: its new position is unknown, so the solution is no longer gold.
 */
export function mapFirstErrorsToRepairedSteps(
  firstErrors: readonly number[],
  replacement: StepRangeReplacement,
): number[] | null {
  const mapped = firstErrors.map(
    (step) =>
      findNewStepPosition(step, replacement) ??
      (replacement.added === 1 ? replacement.first : null),
  )
  const mappedSteps = mapped.filter((step) => step !== null)
  return mappedSteps.length < mapped.length ? null : [...new Set(mappedSteps)]
}
