import type { Rating } from '@/lib/formats/record'

/** Negative against the rest, or neutral against positive, at the first step where annotations part. */
export type PartingKind = 'negative' | 'neutral'

/** An annotation as far as it can be compared: finished, of the steps as they are. */
export interface Compared {
  ratings: readonly (Rating | null)[]
  /** By step, whether it is flagged unsure. */
  flagged: readonly (boolean | null)[]
}

/** How the annotations of a solution part. Steps are 0-based. */
export interface Parting {
  firstStep: number
  stepCount: number
  kind: PartingKind
  people: number
  /** Of them, those that are not flagged unsure at the step. */
  sure: number
  /** Of them, those that found an error; the nearest and the farthest first error. */
  found: number
  nearestError: number | null
  farthestError: number | null
}

/**
 * Where annotations part; null where all say the same, or there are none to compare. Up to that step all agree, and
 * nobody stopped: so all rate it. The database says the same (migration adjudication).
 */
export function findParting(annotations: readonly Compared[], stepCount: number): Parting | null {
  const firstStep = countAgreed(annotations)
  if (annotations.length < 2 || firstStep === null) return null
  const there = annotations.map(({ ratings }) => ratings[firstStep] ?? null)
  const errors = annotations.flatMap(({ ratings }) =>
    ratings.at(-1) === -1 ? [ratings.length - 1] : [],
  )
  return {
    firstStep,
    stepCount,
    kind: there.includes(-1) ? 'negative' : 'neutral',
    people: annotations.length,
    sure: annotations.filter(({ flagged }) => flagged[firstStep] !== true).length,
    found: errors.length,
    nearestError: errors.length > 0 ? Math.min(...errors) : null,
    farthestError: errors.length > 0 ? Math.max(...errors) : null,
  }
}

/** The first step that is rated differently; null where none is. */
function countAgreed(annotations: readonly Compared[]): number | null {
  const [first, ...others] = annotations
  if (!first) return null
  const reach = Math.max(...annotations.map(({ ratings }) => ratings.length))
  for (let step = 0; step < reach; step += 1)
    if (others.some(({ ratings }) => ratings[step] !== first.ratings[step])) return step
  return null
}

/** The ratings that all annotations begin with: what an adjudication takes over. One alone agrees with nobody. */
export function mergeAgreed(annotations: readonly Compared[]): Rating[] {
  if (annotations.length < 2) return []
  const { ratings } = annotations[0]!
  const end = countAgreed(annotations) ?? ratings.length
  const unrated = ratings.indexOf(null)
  return ratings.slice(0, unrated === -1 ? end : Math.min(end, unrated)) as Rating[]
}

/** `1 to 3`, `1 and 2`, `1`: steps before one, as people count them; null before the first. */
export function nameStepsBefore(step: number): string | null {
  if (step === 0) return null
  if (step === 1) return 'step 1'
  return step === 2 ? 'steps 1 and 2' : `steps 1 to ${step}`
}
