interface RatedSteps {
  ratings: readonly (number | null)[]
}

/** The first step whose rating changed; -1 if none did. */
export function findFirstChangedStep(before: RatedSteps, current: RatedSteps): number {
  const count = Math.max(before.ratings.length, current.ratings.length)
  const steps = Array.from({ length: count }, (_, step) => step)
  return steps.findIndex(
    (step) => (before.ratings[step] ?? null) !== (current.ratings[step] ?? null),
  )
}

/** Where a reviewer begins to read: the first changed step, or else the first error, or else the first step. */
export function findFirstStepToReview(
  before: RatedSteps | null,
  current: RatedSteps,
  error: number | null,
): number {
  const changedStep = before ? findFirstChangedStep(before, current) : -1
  return changedStep === -1 ? (error ?? 0) : changedStep
}
