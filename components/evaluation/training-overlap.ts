import { formatCount } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { DisagreementRound, Evaluation, EvaluationResult } from './evaluation'

/** A version of the embedded scorer, which was trained on some of the ratings that it is evaluated on. */
export interface TrainingOverlap {
  version: number
  /** Rated steps in its training set; null if the version is no longer listed. */
  steps: number | null
  /** Its AUC on problems it was not trained on; null if there are too few, or the version is no longer listed. */
  heldOut: { auc: number; steps: number } | null
}

/** Null for scores of anything other than the embedded scorer, and if all ratings here are newer than the version. */
export function findTrainingOverlap(
  { version }: Pick<Evaluation, 'version'>,
  {
    versions,
    disagreementsByRound: rounds,
  }: Pick<EvaluationResult, 'versions' | 'disagreementsByRound'>,
): TrainingOverlap | null {
  if (version === null) return null
  if (rounds.length > 0 && !rounds.some(includesTrainingData)) return null
  const scorerVersion = versions.find((each) => each.version === version)
  const { stepAuc = null, heldOutSteps = 0 } = scorerVersion?.metrics ?? {}
  const isEnough = stepAuc !== null && heldOutSteps >= minCountForRate
  return {
    ...{ version, steps: scorerVersion?.steps ?? null },
    heldOut: isEnough ? { auc: stepAuc.model, steps: heldOutSteps } : null,
  }
}

/** Unknown counts as training. */
export const includesTrainingData = ({ trainingSteps }: DisagreementRound) => trainingSteps !== 0

/** `Scorer v2 was trained on 1,647 ratings, some of them here (AUC 0.67 on held-out problems).` */
export function formatTrainingOverlapCaption({ version, steps, heldOut }: TrainingOverlap): string {
  const ratings = steps === null ? 'ratings' : `${formatCount(steps)} ratings`
  const auc = heldOut === null ? '' : ` (AUC ${heldOut.auc.toFixed(2)} on held-out problems)`
  return `Scorer v${version} was trained on ${ratings}, some of them here${auc}.`
}
