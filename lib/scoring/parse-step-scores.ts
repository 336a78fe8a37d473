import type { StepScore } from './step-scores'

/**
 * Reads imported scores: per step, one number or a list of three. Null if there are no steps, or if the scores do not fit
 * them or are not probabilities.
 */
export function parseImportedStepScores(storedScores: unknown, steps: number): StepScore[] | null {
  if (!Array.isArray(storedScores) || steps === 0 || storedScores.length !== steps) return null
  const scores: unknown[] = storedScores
  return scores.every(isStepScore) ? scores : null
}

/**
 * Reads scores of a run for these steps: one number per step, or three consecutive ones. Only the number of steps
 * distinguishes the two: nine numbers for three steps are not nine steps.
 */
export function parseRunStepScores(storedScores: unknown, steps: number): StepScore[] | null {
  if (!Array.isArray(storedScores) || storedScores.length !== 3 * steps)
    return parseImportedStepScores(storedScores, steps)
  return parseImportedStepScores(
    Array.from(
      { length: steps },
      (_, step) => storedScores.slice(3 * step, 3 * step + 3) as unknown,
    ),
    steps,
  )
}

function isStepScore(score: unknown): score is StepScore {
  if (Array.isArray(score)) return score.length === 3 && score.every(isProbability)
  return isProbability(score)
}

const isProbability = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1
