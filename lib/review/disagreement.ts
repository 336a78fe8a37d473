import type { Rating } from '@/lib/formats/record'

/** Negative against the rest, or neutral against positive, at the first step where annotations part. */
export type DisagreementKind = 'negative' | 'neutral'

/** An annotation as far as it can be compared: finished, of the steps as they are. */
export interface Compared {
  ratings: readonly (Rating | null)[]
  /** By step, whether it is flagged unsure. */
  flagged: readonly (boolean | null)[]
}

/** How the annotations of a solution part. Steps are 0-based. */
export interface Disagreement {
  firstStep: number
  stepCount: number
  kind: DisagreementKind
  people: number
  /** Of them, those that are not flagged unsure at the step. */
  unflagged: number
  /** Of them, those that found an error; the nearest and the farthest first error. */
  foundError: number
  earliestError: number | null
  latestError: number | null
}

/**
 * Where annotations part; null where all say the same, or there are none to compare. Up to that step all agree, and
 * no one stopped: so all rate it. The database says the same (migration adjudication).
 */
export function findDisagreement(
  annotations: readonly Compared[],
  stepCount: number,
): Disagreement | null {
  const firstStep = findFirstDifference(annotations)
  if (annotations.length < 2 || firstStep === null) return null
  const ratings = annotations.map((annotation) => annotation.ratings[firstStep] ?? null)
  const errors = annotations.flatMap((annotation) =>
    annotation.ratings.at(-1) === -1 ? [annotation.ratings.length - 1] : [],
  )
  return {
    firstStep,
    stepCount,
    kind: ratings.includes(-1) ? 'negative' : 'neutral',
    people: annotations.length,
    unflagged: annotations.filter(({ flagged }) => flagged[firstStep] !== true).length,
    foundError: errors.length,
    earliestError: errors.length > 0 ? Math.min(...errors) : null,
    latestError: errors.length > 0 ? Math.max(...errors) : null,
  }
}

/** The first step that is rated differently; null where none is. */
function findFirstDifference(annotations: readonly Compared[]): number | null {
  const [first, ...others] = annotations
  if (!first) return null
  const reach = Math.max(...annotations.map(({ ratings }) => ratings.length))
  for (let step = 0; step < reach; step += 1)
    if (others.some(({ ratings }) => ratings[step] !== first.ratings[step])) return step
  return null
}

/** The ratings that all annotations begin with: what an adjudication takes over. One alone agrees with no one. */
export function mergeAgreed(annotations: readonly Compared[]): Rating[] {
  if (annotations.length < 2) return []
  const { ratings } = annotations[0]!
  const end = findFirstDifference(annotations) ?? ratings.length
  const unrated = ratings.indexOf(null)
  return ratings.slice(0, unrated === -1 ? end : Math.min(end, unrated)) as Rating[]
}

/** `1 to 3`, `1 and 2`, `1`: steps before one, as people count them; null before the first. */
export function nameStepsBefore(step: number): string | null {
  if (step === 0) return null
  if (step === 1) return 'step 1'
  return step === 2 ? 'steps 1 and 2' : `steps 1 to ${step}`
}
