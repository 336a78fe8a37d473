import { mixHash } from './characters'
import { fitEnsemble } from './fit-ensemble'
import { choosePassCount } from './fit-member'
import { measureScorer } from './measure-scorer'
import { scoreHeldOutExamples } from './score-held-out'
import type { EmbeddedScorerMetrics } from './scorer-metrics'
import { type TrainingExample, ensembleMemberCount, type ScorerModel } from './scorer-model'
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
  metrics: EmbeddedScorerMetrics
}

export type TrainingResult =
  | { ok: true; scorer: TrainedScorer }
  | { ok: false; problem: 'stopped' | 'nothing_rated' }

/** One in this number of problems is held out, always the same ones. */
const problemsPerHeldOut = 5
const progressCalls = 300

/**
 * Learns to predict step ratings from the text of the steps, never from the final answer. Synchronous, in time linear
 * in the rated steps (about ten seconds for 100,000): run it in a thread.
 */
export function trainScorer(
  examples: readonly TrainingExample[],
  { seed, onProgress, shouldStop }: TrainingOptions,
): TrainingResult {
  const stoppedResult: TrainingResult = { ok: false, problem: 'stopped' }
  const total = estimateWork(examples)
  let [doneCount, reportedCount] = [0, 0]
  const advance = (work: number): boolean => {
    doneCount += work
    if (doneCount - reportedCount < total / progressCalls) return true
    reportedCount = doneCount
    onProgress?.(Math.min(1, doneCount / total))
    return shouldStop?.() !== true
  }
  if (shouldStop?.() === true) return stoppedResult
  const rows = featuriseExamples(examples, (stepCount) => advance(stepCount * featurisingWork))
  if (!rows) return stoppedResult
  if (rows.count === 0) return { ok: false, problem: 'nothing_rated' }
  const isHeldOut = (solution: number) => isHeldOutProblem(rows.problemHashes[solution]!)
  const allRows = Int32Array.from({ length: rows.count }, (_, row) => row)
  const trainingRows = allRows.filter((row) => !isHeldOut(rows.solutions[row]!))
  const heldOutFit = trainingRows.length > 0 ? fitEnsemble(rows, trainingRows, seed, advance) : null
  if (!heldOutFit && trainingRows.length > 0) return stoppedResult
  const heldOut = heldOutFit
    ? scoreHeldOutExamples(heldOutFit, { rows, examples, isHeldOut }, (scoredCount) =>
        advance(scoredCount * featurisingWork),
      )
    : []
  if (!heldOut) return stoppedResult
  const metrics = measureScorer(heldOut, examples)
  const model = fitEnsemble(rows, allRows, seed, advance)
  if (!model) return stoppedResult
  onProgress?.(1)
  return { ok: true, scorer: { model, metrics } }
}

const isHeldOutProblem = (problemHash: number) =>
  (mixHash(problemHash ^ 0x3c6ef372) >>> 0) % problemsPerHeldOut === 0

/** In units of one learning pass over a row. Featurising a row takes as long as about ten passes, and so does scoring it. */
const featurisingWork = 10

function estimateWork(examples: readonly TrainingExample[]): number {
  const ratedCount = examples.reduce((sum, { ratings }) => sum + ratings.length, 0)
  const rows = Math.min(ratedCount, maxRatedSteps)
  const shares = 2 - 1 / problemsPerHeldOut
  const perRow =
    featurisingWork * (1 + 1 / problemsPerHeldOut) +
    shares * (ensembleMemberCount - 1) * choosePassCount(rows)
  return Math.max(1, rows * perRow)
}
