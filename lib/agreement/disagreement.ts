import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'

/** Negative against another rating at any step, or only neutral against positive. */
export type DisagreementKind = 'negative' | 'neutral'

/** The parts of a finished annotation of the current steps that are compared. */
export interface ComparedRatings {
  ratings: readonly (Rating | null)[]
  /** By step, whether it is flagged unsure. */
  flagged: readonly (boolean | null)[]
}

/** How the annotations of a solution disagree. Steps are 0-based. */
export interface Disagreement {
  firstStep: number
  stepCount: number
  kind: DisagreementKind
  people: number
  /** Annotators who did not flag the step as unsure. */
  unflagged: number
  /** Annotators who found an error. */
  foundError: number
  /** The earliest and the latest first error; null if there is none. */
  earliestError: number | null
  latestError: number | null
}

/**
 * The first step where annotations disagree; null if they agree, or there are fewer than two. All agree before that step
 * and none stopped, so all rate it. The database computes the same (prisma/functions/find_disagreements.sql).
 */
export function findDisagreement(
  annotations: readonly ComparedRatings[],
  stepCount: number,
): Disagreement | null {
  const firstStep = findFirstDifference(annotations)
  if (annotations.length < 2 || firstStep === null) return null
  const errors = annotations.flatMap((annotation) => findFirstError(annotation.ratings) ?? [])
  return {
    firstStep,
    stepCount,
    kind: differsInNegative(annotations, stepCount) ? 'negative' : 'neutral',
    people: annotations.length,
    unflagged: annotations.filter(({ flagged }) => flagged[firstStep] !== true).length,
    foundError: errors.length,
    earliestError: errors.length > 0 ? Math.min(...errors) : null,
    latestError: errors.length > 0 ? Math.max(...errors) : null,
  }
}

/** Whether, at any step, only some of the ratings are negative. */
function differsInNegative(annotations: readonly ComparedRatings[], stepCount: number): boolean {
  return Array.from({ length: stepCount }).some((_, step) => {
    const ratings = annotations.flatMap((annotation) => annotation.ratings[step] ?? [])
    return ratings.includes(-1) && ratings.some((rating) => rating !== -1)
  })
}

/** The first step with different ratings; null if there is none. */
function findFirstDifference(annotations: readonly ComparedRatings[]): number | null {
  const [first, ...otherAnnotations] = annotations
  if (!first) return null
  const reach = Math.max(...annotations.map(({ ratings }) => ratings.length))
  for (let step = 0; step < reach; step += 1)
    if (otherAnnotations.some(({ ratings }) => ratings[step] !== first.ratings[step])) return step
  return null
}

/** The ratings that all annotations begin with, which an adjudication starts from. Empty for a single annotation. */
export function listAgreedRatings(annotations: readonly ComparedRatings[]): Rating[] {
  if (annotations.length < 2) return []
  const { ratings } = annotations[0]!
  const end = findFirstDifference(annotations) ?? ratings.length
  const unrated = ratings.indexOf(null)
  return ratings.slice(0, unrated === -1 ? end : Math.min(end, unrated)) as Rating[]
}

/** The steps before a 0-based step: `step 1`, `steps 1 and 2`, `steps 1 to 3`; null before the first. */
export function formatStepsBefore(step: number): string | null {
  if (step === 0) return null
  if (step === 1) return 'step 1'
  return step === 2 ? 'steps 1 and 2' : `steps 1 to ${step}`
}
