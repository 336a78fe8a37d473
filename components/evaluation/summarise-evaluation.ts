import { formatQuantity } from '@/lib/platform/format'
import { formatPercent, formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { EvaluationResult, ConfidenceInterval } from './evaluation'
import { formatIntervalBounds, formatPercentBounds } from './format-figures'
import { includesTrainingData, type TrainingOverlap } from './training-overlap'

interface SummaryItem {
  name: string
  /** Null if there is too little data. */
  value: string | null
  /** `[55.1, 69.0]` */
  bounds: string
  /** Sample size, or why there is no value. */
  note: string
}

/** Key numbers of an evaluation. For a scorer trained on ratings of this project, the AUC is the held-out one. */
export function summariseEvaluation(
  result: EvaluationResult,
  overlap: TrainingOverlap | null,
): SummaryItem[] {
  return [
    ...summariseBestOf(result, overlap),
    summariseSteps(result, overlap),
    summariseDisagreements(result, overlap),
  ]
}

const makeMissingItem = (name: string, note: string): SummaryItem => ({
  name,
  note,
  value: null,
  bounds: '',
})

const makeShareItem = (name: string, interval: ConfidenceInterval, note: string): SummaryItem => ({
  name,
  note,
  value: formatPercent(interval.value),
  bounds: formatPercentBounds(interval),
})

function summariseBestOf(
  { bestOf }: EvaluationResult,
  overlap: TrainingOverlap | null,
): SummaryItem[] {
  const n = bestOf?.n.at(-1) ?? 1
  const problems = bestOf?.problems ?? 0
  const curves = [
    { name: `Best of ${n}`, curve: bestOf?.score },
    { name: 'Majority vote', curve: bestOf?.majority },
    { name: `Pass@${n}`, curve: bestOf?.pass },
  ]
  return curves.map(({ name, curve }, index) => {
    const last = curve?.at(-1)
    if (problems < minCountForRate) return makeMissingItem(name, formatSampleShortage(problems))
    if (!last) return makeMissingItem(name, 'No scores')
    const note = formatQuantity(problems, 'problem')
    return makeShareItem(name, last, index === 0 && overlap ? `${note}, some trained on` : note)
  })
}

function summariseSteps(
  { stepCalibration }: EvaluationResult,
  overlap: TrainingOverlap | null,
): SummaryItem {
  const name = 'Step AUC'
  const steps = stepCalibration?.steps ?? 0
  if (steps < minCountForRate) return makeMissingItem(name, formatSampleShortage(steps))
  if (overlap) {
    const { heldOut } = overlap
    if (heldOut === null) return makeMissingItem(name, 'Too few held-out ratings')
    const note = formatQuantity(heldOut.ratings, 'held-out rating')
    return { name, note, value: heldOut.auc.toFixed(2), bounds: '' }
  }
  const auc = stepCalibration?.auc
  if (!auc) return makeMissingItem(name, 'All ratings are equal')
  const note = formatQuantity(steps, 'rating')
  return { name, note, value: auc.value.toFixed(2), bounds: formatIntervalBounds(auc) }
}

function summariseDisagreements(
  { disagreementsByRound }: EvaluationResult,
  overlap: TrainingOverlap | null,
): SummaryItem {
  const name = 'Confident disagreements'
  const last = disagreementsByRound.findLast(({ share }) => share !== null)
  if (!last?.share) {
    const steps = Math.max(0, ...disagreementsByRound.map((round) => round.steps))
    return makeMissingItem(name, formatSampleShortage(steps))
  }
  const roundText = last.round === 0 ? 'Before round 1' : `Round ${last.round}`
  const isTraining = overlap !== null && includesTrainingData(last)
  return makeShareItem(
    name,
    last.share,
    isTraining ? `${roundText}; includes training ratings` : roundText,
  )
}
