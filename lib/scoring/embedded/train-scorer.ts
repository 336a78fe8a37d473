import { mixHash } from './characters'
import { fitEnsemble } from './fit-ensemble'
import { choosePassCount } from './fit-member'
import { measureScorer } from './measure-scorer'
import { scoreHeldOut } from './score-held-out'
import type { ScorerMetrics } from './scorer-metrics'
import { type LabelledSolution, memberCount, type ScorerModel } from './scorer-model'
import { featuriseExamples, maxRatedSteps } from './training-rows'

export interface TrainingOptions {
  /** A whole number. The same examples in the same order with the same seed give the same bytes. */
  seed: number
  /** Called a few hundred times with an increasing share in [0, 1]. */
  onProgress?: (share: number) => void
  /** Called as often; return true to stop the training. */
  shouldStop?: () => boolean
}

export interface TrainedScorer {
  /** Trained on all examples. */
  model: ScorerModel
  /** Of a fit that was not trained on the held-out problems. */
  metrics: ScorerMetrics
}

export type TrainingResult =
  | { ok: true; scorer: TrainedScorer }
  | { ok: false; problem: 'stopped' | 'nothing_rated' }

/** One in this number of problems is held out, always the same ones. */
const heldOutShare = 5
const progressCalls = 300

/**
 * Learns to predict step ratings from the text of the steps, never from the final answer. Synchronous, in time linear
 * in the rated steps (about ten seconds for 100,000): run it in a thread.
 */
export function trainScorer(
  examples: readonly LabelledSolution[],
  { seed, onProgress, shouldStop }: TrainingOptions,
): TrainingResult {
  const stopped: TrainingResult = { ok: false, problem: 'stopped' }
  const total = estimateWork(examples)
  let [doneCount, progress] = [0, 0]
  const advance = (work: number): boolean => {
    doneCount += work
    if (doneCount - progress < total / progressCalls) return true
    progress = doneCount
    onProgress?.(Math.min(1, doneCount / total))
    return shouldStop?.() !== true
  }
  if (shouldStop?.() === true) return stopped
  const rows = featuriseExamples(examples, (described) => advance(described * describingWork))
  if (!rows) return stopped
  if (rows.count === 0) return { ok: false, problem: 'nothing_rated' }
  const isHeldOut = (solution: number) => holdOut(rows.problemHashes[solution]!)
  const all = Int32Array.from({ length: rows.count }, (_, row) => row)
  const training = all.filter((row) => !isHeldOut(rows.solutions[row]!))
  const tested = training.length > 0 ? fitEnsemble(rows, training, seed, advance) : null
  if (!tested && training.length > 0) return stopped
  const heldOut = tested
    ? scoreHeldOut(tested, { rows, examples, isHeldOut }, (scoredCount) =>
        advance(scoredCount * describingWork),
      )
    : []
  if (!heldOut) return stopped
  const metrics = measureScorer(heldOut, examples)
  const model = fitEnsemble(rows, all, seed, advance)
  if (!model) return stopped
  onProgress?.(1)
  return { ok: true, scorer: { model, metrics } }
}

const holdOut = (problemHash: number) =>
  (mixHash(problemHash ^ 0x3c6ef372) >>> 0) % heldOutShare === 0

/**
 * In units of one learning pass over a row. Describing a row takes as long as about ten passes, and so does scoring it.
 */
const describingWork = 10

function estimateWork(examples: readonly LabelledSolution[]): number {
  const ratedCount = examples.reduce((sum, { ratings }) => sum + ratings.length, 0)
  const rows = Math.min(ratedCount, maxRatedSteps)
  const shares = 2 - 1 / heldOutShare
  const perRow =
    describingWork * (1 + 1 / heldOutShare) + shares * (memberCount - 1) * choosePassCount(rows)
  return Math.max(1, rows * perRow)
}
