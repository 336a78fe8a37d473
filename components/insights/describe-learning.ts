import { fewestForRate } from '@/lib/insights/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Evaluation, EvaluationResult } from './evaluation'

/** What is known of a version of the embedded scorer, which learnt from ratings that it is compared with. */
export interface Learning {
  version: number
  /** Rated steps that it learnt from; null: not known any more. */
  steps: number | null
  /** Its AUC over steps of problems that it had not learnt from; null: too few, or not known any more. */
  heldOut: { auc: number; steps: number } | null
}

/** Null: the scores are not of the embedded scorer, and nothing here taught them. */
export function findLearning(
  { version }: Pick<Evaluation, 'version'>,
  { versions }: Pick<EvaluationResult, 'versions'>,
): Learning | null {
  if (version === null) return null
  const known = versions.find((each) => each.version === version)
  const { stepAuc = null, heldOutSteps = 0 } = known?.metrics ?? {}
  const isEnough = stepAuc !== null && heldOutSteps >= fewestForRate
  return {
    ...{ version, steps: known?.steps ?? null },
    heldOut: isEnough ? { auc: stepAuc.model, steps: heldOutSteps } : null,
  }
}

/** How well it tells steps apart, by what it had not learnt from alone. */
export function describeHeldOut({ heldOut, ...learning }: Learning, ratings: number): string {
  const taught = `it learnt from ${writeLearnt(learning, ratings)}`
  return heldOut === null
    ? `How well it tells a right step from a wrong one cannot be said: ${taught}, and too few were held out.`
    : `Of a right and a wrong step it scores the right one higher with a chance of ${heldOut.auc.toFixed(2)} on problems that it had not learnt from, over ${formatNoun(heldOut.steps, 'held-out rating')} (${taught}).`
}

/** `up to 1,647 of the 1,662 ratings`: some of those that taught it may be set aside by now. */
function writeLearnt({ steps }: Pick<Learning, 'steps'>, ratings: number): string {
  if (steps === null) return 'ratings that are compared here'
  return steps >= ratings
    ? `as many ratings as the ${formatCount(ratings)} here`
    : `up to ${formatCount(steps)} of the ${formatCount(ratings)} ratings here`
}

/** Under a figure that compares it with ratings. */
export function captionLearning(learning: Learning, ratings: number): string {
  const { version, heldOut } = learning
  const elsewhere =
    heldOut === null
      ? 'what it does on others is not known'
      : `on problems that it had not learnt from its AUC is ${heldOut.auc.toFixed(2)}`
  return `version ${version} learnt from ${writeLearnt(learning, ratings)}, and ${elsewhere}`
}

export const learntNearby = 'it learnt from labels on some of these problems'
export const learntFromSuch = 'it learnt from such ratings, so on others that may be more often'
