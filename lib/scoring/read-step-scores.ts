import type { StepScore } from './step-scores'

/**
 * Scores as they came with the data: one number a step, or three in a list. Null where they are not of these steps, or no
 * probabilities.
 */
export function readStepScores(stored: unknown, steps: number): StepScore[] | null {
  if (!Array.isArray(stored) || steps === 0 || stored.length !== steps) return null
  const scores: unknown[] = stored
  return scores.every(isStepScore) ? scores : null
}

/**
 * Scores as a run stores them, of these very steps: one number a step, or three a step one after the other. Only the
 * steps say which: nine numbers of three steps are not nine steps.
 */
export function readRunScores(stored: unknown, steps: number): StepScore[] | null {
  if (!Array.isArray(stored) || stored.length !== 3 * steps) return readStepScores(stored, steps)
  return readStepScores(
    Array.from({ length: steps }, (_, step) => stored.slice(3 * step, 3 * step + 3) as unknown),
    steps,
  )
}

function isStepScore(score: unknown): score is StepScore {
  if (Array.isArray(score)) return score.length === 3 && score.every(isProbability)
  return isProbability(score)
}

const isProbability = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1
