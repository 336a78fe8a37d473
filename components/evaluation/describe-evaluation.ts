import { sliceDisplayNames } from '@/components/rounds/slice-display-names'
import { formatQuantity } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type {
  BestOfN,
  RoundScorerAnnotatorDisagreements,
  ConfidenceInterval,
  YieldRow,
} from './evaluation'
import { formatPercentagePointInterval } from './format-figures'
import {
  formatTrainedScorerCaption,
  includesTrainingData,
  type TrainingOverlap,
} from './training-overlap'

/** Claims a difference only if its interval excludes 0. */
export function formatBestOfNTitle({
  scoreMinusMajority,
}: Pick<BestOfN, 'scoreMinusMajority'>): string {
  if (scoreMinusMajority === null) return 'Best of N'
  const side = compareToThreshold(scoreMinusMajority, 0)
  if (side === null) return 'Best of N: score and majority vote do not differ significantly'
  return side > 0
    ? 'Selecting by score beats the majority vote'
    : 'The majority vote beats selecting by score'
}

export function formatBestOfNCaption(bestOf: BestOfN, overlap: TrainingOverlap | null): string {
  const { scoreMinusMajority, problems, samples, unanswered, sampledProblems } = bestOf
  const sentences = [
    `Share solved of ${formatQuantity(problems, 'problem')} with at least 2 graded solutions, over all size-n subsets of ${formatQuantity(samples + unanswered, 'solution')}.`,
  ]
  if (unanswered > 0)
    sentences.push(
      `${formatQuantity(unanswered, 'solution')} without an answer ${unanswered === 1 ? 'counts as a failure' : 'count as failures'}.`,
    )
  if (sampledProblems > 0)
    sentences.push(
      `Votes of ${formatQuantity(sampledProblems, 'problem')} are estimated from random subsets.`,
    )
  if (scoreMinusMajority)
    sentences.push(
      `Score minus majority: ${formatPercentagePointInterval(scoreMinusMajority)} points.`,
    )
  if (overlap) sentences.push(formatTrainedScorerCaption(overlap))
  sentences.push('Band and brackets: 95% CI.')
  return sentences.join(' ')
}

/** 1: significantly above the threshold, -1: below; null if neither. */
function compareToThreshold({ low, high }: ConfidenceInterval, threshold: number): 1 | -1 | null {
  if (low === null || high === null) return null
  if (low > threshold) return 1
  return high < threshold ? -1 : null
}

/** Claims a difference between a slice and the random sample only if their intervals don't overlap. */
export function formatYieldsTitle(yields: readonly YieldRow[]): string {
  const measuredRows = yields.filter(
    ({ annotations, errorsPer100Steps }) =>
      annotations >= minCountForRate && errorsPer100Steps !== null,
  )
  const round = Math.max(...measuredRows.map((row) => row.round))
  const latestRows = measuredRows.filter((row) => row.round === round)
  const randomRate = latestRows.find(({ slice }) => slice === 'random')?.errorsPer100Steps
  const bestRow = latestRows
    .filter(({ slice }) => slice !== 'random')
    .toSorted((a, b) => (b.errorsPer100Steps?.value ?? 0) - (a.errorsPer100Steps?.value ?? 0))[0]
  if (!randomRate || !bestRow?.errorsPer100Steps) return 'Errors per 100 steps'
  const name = yieldSliceNames[bestRow.slice] ?? bestRow.slice
  const roundText = round === 0 ? '' : ` in round ${round}`
  if (
    randomRate.high !== null &&
    compareToThreshold(bestRow.errorsPer100Steps, randomRate.high) === 1
  )
    return `${name} finds more errors than the random sample${roundText}`
  if (
    randomRate.low !== null &&
    compareToThreshold(bestRow.errorsPer100Steps, randomRate.low) === -1
  )
    return `${name} finds fewer errors than the random sample${roundText}`
  return 'Errors per 100 steps'
}

/** Compares the first round with the last one. A rising share can mean that the generator learns to exploit the scorer. */
export function formatScorerAnnotatorDisagreementsTitle(
  disagreements: readonly RoundScorerAnnotatorDisagreements[],
  overlap: TrainingOverlap | null,
): string {
  const title = 'Confident disagreements'
  // Rounds that the scorer was trained on can't be compared with others.
  const measuredRounds = disagreements.filter(
    (each) => each.round > 0 && each.share !== null && !(overlap && includesTrainingData(each)),
  )
  const [first, last] = [measuredRounds[0]?.share, measuredRounds.at(-1)?.share]
  if (measuredRounds.length < 2 || !first || !last) return title
  if (first.high !== null && compareToThreshold(last, first.high) === 1) return `${title} increased`
  if (first.low !== null && compareToThreshold(last, first.low) === -1) return `${title} decreased`
  return `${title} did not change significantly`
}

export const yieldSliceNames: Readonly<Record<string, string>> = {
  ...sliceDisplayNames,
  imported: 'Imported',
  unqueued: 'No longer queued',
}
