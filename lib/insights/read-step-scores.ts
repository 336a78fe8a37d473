import type { StepScore } from '@/lib/scoring/step-scores'

/**
 * Scores as they are stored: one number a step, three in a list, or three numbers a step one after the other. Null where
 * they are not of these steps (a repair cut them anew), or no probabilities.
 */
export function readStepScores(stored: unknown, steps: number): StepScore[] | null {
  if (!Array.isArray(stored) || steps === 0) return null
  const scores: unknown[] =
    stored.length === 3 * steps && stored.every((value) => typeof value === 'number')
      ? Array.from({ length: steps }, (_, step) => stored.slice(3 * step, 3 * step + 3))
      : stored
  return scores.length === steps && scores.every(isStepScore) ? scores : null
}

function isStepScore(score: unknown): score is StepScore {
  if (Array.isArray(score)) return score.length === 3 && score.every(isProbability)
  return isProbability(score)
}

const isProbability = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1
