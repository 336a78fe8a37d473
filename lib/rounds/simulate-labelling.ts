import type { Verdict } from '@/lib/grading/verdict'
import { sampleItems, createRandomGenerator } from '@/lib/platform/random'
import { aggregateScores } from '@/lib/scoring/aggregate-scores'
import { fitEnsemble } from '@/lib/scoring/embedded/fit-ensemble'
import { countStepsUpToFirstError } from '@/lib/scoring/embedded/learn-error-rate-by-position'
import { measureScorer } from '@/lib/scoring/embedded/measure-scorer'
import { averageDisagreement, scoreSteps } from '@/lib/scoring/embedded/score-steps'
import type { TrainingExample, ScorerModel } from '@/lib/scoring/embedded/scorer-model'
import { featuriseExamples, type TrainingRows } from '@/lib/scoring/embedded/training-rows'
import type { SelectionCandidate } from './candidate'
import { selectSolutions } from './select-solutions'
import type { SimulatedPolicy } from './simulated-policy'

/** A labelled solution. */
export interface SimulationSolution extends TrainingExample {
  /** Of its final answer. */
  verdict: Verdict
}

/** Labelled solutions, prepared for repeated training. */
export interface SimulationPool {
  solutions: readonly SimulationSolution[]
  rows: TrainingRows
}

export interface SimulationOptions {
  /** Solutions between two trainings. */
  batch: number
  /** Maximum number of labelled solutions; null: no limit. */
  budget: number | null
  /** Share of problems that are held out to measure the scorer. */
  heldOutShare: number
}

/** Results of a run up to a training. */
export interface SimulationCheckpoint {
  /** Number of labelled solutions. */
  labelled: number
  /** Number of their steps up to the first errors. */
  stepsRead: number
  /** Solutions with an error. */
  errors: number
  /** Of the scorer trained on these labels, on the held-out problems; null if it can't be computed. */
  stepAuc: number | null
  /** As for `stepAuc`. */
  firstErrorHit: number | null
}

export function prepareSimulationPool(solutions: readonly SimulationSolution[]): SimulationPool {
  const rows = featuriseExamples(solutions, () => true)
  if (rows === null) throw new Error('Featurising stopped although nothing stops it.')
  return { solutions, rows }
}

/**
 * Simulates one policy on labelled solutions: batch by batch it selects from the remaining ones,
 * reads their labels and trains the embedded scorer again. Before the first labels, scores are
 * random. Ends at the budget, or when no full batch is left. The held-out problems depend on the seed alone, so that
 * policies can be compared at the same seed.
 */
export function* simulateLabelling(
  pool: SimulationPool,
  policy: SimulatedPolicy,
  seed: number,
  { batch, budget, heldOutShare }: SimulationOptions,
): Generator<SimulationCheckpoint> {
  const { solutions } = pool
  const heldOutProblems = sampleProblems(solutions, heldOutShare, seed)
  const remaining = new Set(
    solutions.keys().filter((i) => !heldOutProblems.has(solutions[i]!.problemId)),
  )
  const heldOutSolutions = solutions.filter(({ problemId }) => heldOutProblems.has(problemId))
  const labelledIndices = new Set<number>()
  const draw = createRandomGenerator(seed + 7_919)
  let model: ScorerModel | null = null
  let [stepsRead, errors] = [0, 0]
  while (labelledIndices.size + batch <= (budget ?? Infinity)) {
    const candidates = [...remaining].map((i) =>
      toCandidate(solutions[i]!, i, policy.ignoresScores ? null : model, draw),
    )
    const batchIndices = selectBatch(candidates, policy, batch, Math.floor(draw() * 2 ** 31))
    if (batchIndices.length < batch) return
    for (const i of batchIndices) {
      const { ratings, steps } = solutions[i]!
      remaining.delete(i)
      labelledIndices.add(i)
      stepsRead += Math.min(steps.length, countStepsUpToFirstError(ratings))
      errors += Number(ratings.includes(-1))
    }
    model = trainModel(pool.rows, labelledIndices, seed)
    const quality = measureModel(model, heldOutSolutions)
    yield { labelled: labelledIndices.size, stepsRead, errors, ...quality }
  }
}

function sampleProblems(
  solutions: readonly SimulationSolution[],
  share: number,
  seed: number,
): ReadonlySet<string> {
  const problems = [...new Set(solutions.map(({ problemId }) => problemId))].sort()
  return new Set(
    sampleItems(problems, Math.round(problems.length * share), createRandomGenerator(seed)),
  )
}

function toCandidate(
  solution: SimulationSolution,
  i: number,
  model: ScorerModel | null,
  draw: () => number,
): SelectionCandidate {
  const scoredSteps = model === null ? null : scoreSteps(model, solution)
  const aggregation = scoredSteps ? aggregateScores(scoredSteps.steps) : null
  const scores = aggregation?.ok === true ? aggregation.scores : null
  return {
    id: String(i).padStart(9, '0'),
    problem: solution.problemId,
    verdict: solution.verdict,
    score: scores?.positive.product ?? draw(),
    minimum: scores?.positive.minimum ?? draw(),
    lowestStep: scores?.lowestStep ?? null,
    disagreement: scoredSteps ? averageDisagreement(scoredSteps) : draw(),
    uncertaintyMeasure: 'ensemble',
    // 0, so that no tie is broken by length: ties are rare among real scores, and random scores should not depend on it.
    steps: 0,
    text: String(i),
    ineligibleReason: null,
  }
}

function selectBatch(
  candidates: readonly SelectionCandidate[],
  { slices, exploration }: SimulatedPolicy,
  batch: number,
  seed: number,
): number[] {
  const isPaper = slices.some(({ policy }) => policy === 'paper-80-20')
  const { selected } = selectSolutions(
    // With few solutions per problem, 80 to 20 would mean nothing, so it applies to the batch.
    isPaper ? candidates.map((candidate) => ({ ...candidate, problem: '' })) : candidates,
    {
      slices,
      size: batch,
      exploration,
      perProblem: isPaper ? batch : null,
      overlap: { annotators: null, share: 0, extraAnnotators: null },
      seed,
    },
    { overlap: 1 },
  )
  return selected.map(({ candidate }) => Number(candidate.id))
}

function trainModel(rows: TrainingRows, labelledIndices: ReadonlySet<number>, seed: number) {
  const rowIndices: number[] = []
  for (let row = 0; row < rows.count; row++)
    if (labelledIndices.has(rows.solutions[row]!)) rowIndices.push(row)
  return rowIndices.length === 0
    ? null
    : fitEnsemble(rows, Int32Array.from(rowIndices), seed, () => true)
}

function measureModel(
  model: ScorerModel | null,
  heldOutSolutions: readonly SimulationSolution[],
): Pick<SimulationCheckpoint, 'stepAuc' | 'firstErrorHit'> {
  if (model === null) return { stepAuc: null, firstErrorHit: null }
  const { scorer } = measureScorer(
    heldOutSolutions.map((solution) => ({
      problemId: solution.problemId,
      ratings: solution.ratings,
      negative: scoreSteps(model, solution).steps.map(([negative]) => negative),
      byPosition: solution.steps.map(() => 0),
    })),
  )
  return { stepAuc: scorer.stepAuc, firstErrorHit: scorer.firstErrorHit }
}
