/**
 * Limit of one comparison, in steps that take from well under a microsecond to a few. A comparison is synchronous, so
 * one global counter is enough for all of its parts.
 */
const maxSteps = 150_000

let stepsLeft = maxSteps

export function resetComparisonBudget(): void {
  stepsLeft = maxSteps
}

/** Uses up steps. Returns false once the budget is exhausted, until it is reset. */
export function spendComparisonSteps(steps: number): boolean {
  stepsLeft -= steps
  return stepsLeft >= 0
}

export const isComparisonBudgetExhausted = (): boolean => stepsLeft < 0
