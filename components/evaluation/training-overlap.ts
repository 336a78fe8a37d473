import { formatCount, formatQuantity } from '@/lib/platform/format'
import { findAucShortage } from '@/lib/scoring/held-out-metrics'
import type { RoundScorerAnnotatorDisagreements, Evaluation, EvaluationResult } from './evaluation'

/** A version of the embedded scorer, which was trained on some of the ratings that it is evaluated on. */
export interface TrainingOverlap {
  version: number
  /** The number of ratings here, and how many of them the version was trained on. */
  ratings: { total: number; training: number }
  /** AUC on held-out problems. Null if there are too few held-out ratings, or if the version is no longer listed. */
  heldOut: { auc: number; ratings: number } | null
}

/** Null if the scores are not of the embedded scorer, or if its version was trained on none of the ratings here. */
export function findTrainingOverlap(
  { version }: Pick<Evaluation, 'version'>,
  {
    versions,
    disagreementsByRound: rounds,
  }: Pick<EvaluationResult, 'versions' | 'disagreementsByRound'>,
): TrainingOverlap | null {
  if (version === null) return null
  if (!rounds.some(includesTrainingData)) return null
  const metrics = versions.find((each) => each.version === version)?.metrics
  const auc = metrics && findAucShortage(metrics) === null ? metrics.stepAuc : null
  return {
    version,
    ratings: countTrainingRatings(rounds),
    heldOut: metrics && auc ? { auc: auc.model, ratings: metrics.heldOutSteps } : null,
  }
}

function countTrainingRatings(
  rounds: readonly RoundScorerAnnotatorDisagreements[],
): TrainingOverlap['ratings'] {
  let [total, training] = [0, 0]
  for (const { steps, trainingSteps } of rounds) {
    total += steps
    training += trainingSteps
  }
  return { total, training }
}

export const includesTrainingData = ({ trainingSteps }: RoundScorerAnnotatorDisagreements) =>
  trainingSteps > 0

/** `Scorer v2 was trained on 280 of the 283 ratings here, so its results look better than they are.` */
export function formatTrainingOverlapCaption({ version, ratings }: TrainingOverlap): string {
  const share = `${formatCount(ratings.training)} of the ${formatQuantity(ratings.total, 'rating')}`
  return `Scorer v${version} was trained on ${share} here, so its results look better than they are.`
}

/** The same for results that are not about ratings, such as those of whole solutions. */
export function formatTrainedScorerCaption({ version, ratings }: TrainingOverlap): string {
  return `Scorer v${version} was trained on ${formatQuantity(ratings.training, 'rating')} of this project, so its results look better than they are.`
}

/**
 * `280 of these 283 ratings were training data, so this AUC is too high. On held-out problems: 0.60 (95 ratings).`
 */
export function formatTrainingAucNote({ ratings, heldOut }: TrainingOverlap): string {
  const share = `${formatCount(ratings.training)} of these ${formatQuantity(ratings.total, 'rating')}`
  const heldOutText =
    heldOut === null
      ? 'too few ratings'
      : `${heldOut.auc.toFixed(2)} (${formatQuantity(heldOut.ratings, 'rating')})`
  return `${share} were training data, so this AUC is too high. On held-out problems: ${heldOutText}.`
}
