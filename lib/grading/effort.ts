/**
 * What one comparison may cost, in steps of well under a microsecond to a few. Comparing runs from beginning to end
 * without a pause, so that one count serves all of it, however many parts two answers have.
 */
const maxSteps = 150_000

let stepsLeft = maxSteps

export function beginComparison(): void {
  stepsLeft = maxSteps
}

/** Whether there is that much left. From the first time that there is not, nothing more is found out. */
export function spend(steps: number): boolean {
  stepsLeft -= steps
  return stepsLeft >= 0
}

export const isExhausted = (): boolean => stepsLeft < 0
