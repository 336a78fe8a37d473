import type { Disagreement } from '@/lib/agreement/disagreement'

/** The maximum of each part; together 100. */
export const maxPriorityPoints = { distance: 40, score: 25, certainty: 20, earliness: 15 } as const

/** Points for each further step between two first errors, up to three. */
const pointsPerStep = 10
const maxStepDistance = 3

/** The priority of a disagreement for adjudication, and its parts. */
export interface AdjudicationPriority {
  /** The sum of the parts: 0 to 100. */
  priority: number
  /** Highest for an error against none, then two errors some steps apart, then neutral against positive. */
  distance: number
  /** Higher for solutions that convince the scorer. */
  score: number
  /** Higher if the annotators are sure. */
  certainty: number
  /** Higher for an early step, because all later steps depend on it. */
  earliness: number
}

/** Computes whole numbers, like prisma/functions/find_disagreements.sql. `score`: 0 to 1; null for none. */
export function computeAdjudicationPriority(
  disagreement: Disagreement,
  score: number | null,
): AdjudicationPriority {
  const { firstStep, stepCount, people, unflagged, foundError } = disagreement
  const parts = {
    distance: scoreDistance(disagreement),
    score:
      score === null
        ? 0
        : Math.floor(maxPriorityPoints.score * Math.min(1, Math.max(0, score)) + 0.5),
    certainty: Math.floor((maxPriorityPoints.certainty * unflagged) / people),
    earliness: Math.floor((maxPriorityPoints.earliness * (stepCount - firstStep)) / stepCount),
  }
  if (foundError > people) throw new RangeError('more errors than people')
  return { priority: parts.distance + parts.score + parts.certainty + parts.earliness, ...parts }
}

function scoreDistance({ foundError, people, earliestError, latestError }: Disagreement): number {
  if (foundError === 0) return 0
  if (foundError < people) return maxPriorityPoints.distance
  return pointsPerStep * Math.min(maxStepDistance, latestError! - earliestError!)
}
