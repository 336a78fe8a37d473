import { setImmediate as pause } from 'node:timers/promises'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { SnapshotTransaction, ResultJobProgress } from '@/lib/jobs/server/run-result-job'
import { EventLoopYielder } from '@/lib/platform/server/event-loop-yielder'
import { aggregateScores } from '@/lib/scoring/aggregate-scores'
import { scorerMetricsField } from '@/lib/scoring/held-out-metrics'
import { parseRunStepScores, parseImportedStepScores } from '@/lib/scoring/parse-step-scores'
import { listHeldOutProblems } from '@/lib/scoring/server/read-labelled-solutions'
import { makeAnswerVoteKey } from '@/lib/scoring/vote-share'
import { BestOfNAccumulator, type EvaluatedSample } from '../best-of-n-accumulator'
import { type EvaluationOptions, type EvaluationResult } from '../contract'
import { maxUnlabelledSolutionsForHints } from '../evaluation-limits'
import { ArithmeticHintAccumulator } from '../find-hints'
import { HiddenReferenceAccumulator } from '../hidden-reference-accumulator'
import { LabelledStepAccumulator } from '../labelled-step-accumulator'
import { ScoredOutcomeAccumulator } from '../scored-outcomes'
import {
  readArmComparisonAnnotationRow,
  selectArmComparisonAnnotationsSql,
} from './arm-comparison-annotations.sql'
import { addTextsToHints, addTextsToDisagreements } from './describe-findings'
import { readRatingsAndScoresRow, selectRatingsAndScoresSql } from './ratings-and-scores.sql'
import {
  countRowsToEvaluate,
  hasRankingScores,
  readScoredSampleRow,
  selectScoredSamplesSql,
} from './samples.sql'
import { readStepsAndRatingsRow, selectStepsAndRatingsSql } from './steps-and-ratings.sql'
import { listTrainedScorerVersions } from './trained-scorer-versions.sql'

/** A read transaction of one snapshot, and what to evaluate in it. */
export interface EvaluationSnapshotReader extends SnapshotTransaction {
  projectId: string
  options: EvaluationOptions
}

/** Computes everything on the page from one snapshot. Keeps one problem's samples, and a few bytes per scored solution. */
export async function computeEvaluation(
  source: EvaluationSnapshotReader,
  watch: ResultJobProgress,
): Promise<EvaluationResult> {
  const { db, projectId } = source
  const counts = await countRowsToEvaluate(db, projectId)
  const texts = Math.min(
    counts.labelled + Math.min(counts.queued, maxUnlabelledSolutionsForHints),
    counts.solutions,
  )
  watch.progress.allRows = counts.solutions + counts.annotations + texts
  const samples = await readSamples(source, watch)
  const labelledSteps = await readLabelled(source, watch)
  const hints = await readHints(source, watch)
  const hiddenReference = await readArms(source, watch)
  const versions = (await listTrainedScorerVersions(db, projectId)).flatMap((each) => {
    const metrics = scorerMetricsField.safeParse(each.metrics)
    if (!metrics.success) return []
    const { version, solutions, steps } = each
    return [{ version, solutions: solutions ?? 0, steps: steps ?? 0, metrics: metrics.data }]
  })
  const results = {
    solutions: samples.solutions,
    graded: samples.graded,
    scored: samples.scored,
    annotations: labelledSteps.annotations,
    bestOf: await runAfterPause(watch, () => samples.bestOf.measure()),
    solutionCalibration: await runAfterPause(watch, () => measureSolutions(samples.outcomes)),
    stepCalibration: await runAfterPause(watch, () => labelledSteps.measureSteps()),
    yields: await runAfterPause(watch, () => labelledSteps.measureYields()),
    versions,
    disagreementsByRound: await runAfterPause(watch, () => labelledSteps.measureDisagreements()),
  }
  return {
    ...results,
    disagreementSteps: await addTextsToDisagreements(source, labelledSteps.listDisagreementSteps()),
    hints: await addTextsToHints(source, hints.list()),
    hintedSteps: hints.hintedSteps,
    hintedSolutions: hints.solutions,
    hiddenReference: await runAfterPause(watch, () => hiddenReference.measure()),
  }
}

/** Yields to the event loop, so that heartbeats go out between long computations. */
async function runAfterPause<T>(watch: ResultJobProgress, run: () => T): Promise<T> {
  await pause()
  watch.throwIfEnded()
  return run()
}

function measureSolutions(
  outcomes: ScoredOutcomeAccumulator,
): EvaluationResult['solutionCalibration'] {
  return outcomes.count === 0 ? null : { solutions: outcomes.count, ...outcomes.measure() }
}

type SampleRow = ReturnType<typeof readScoredSampleRow>

async function readSamples(
  { db, rows, projectId, options }: EvaluationSnapshotReader,
  watch: ResultJobProgress,
) {
  const scoredOnly = await hasRankingScores(db, projectId, options.scores)
  const bestOf = new BestOfNAccumulator()
  const outcomes = new ScoredOutcomeAccumulator()
  const counts = { solutions: 0, graded: 0, scored: 0 }
  let problem = ''
  let samples: EvaluatedSample[] = []
  const timeSlice = new EventLoopYielder()
  for await (const batch of rows.stream(selectScoredSamplesSql(projectId, options))) {
    for (const each of batch) {
      const row = readScoredSampleRow(each)
      if (row.problem !== problem) {
        bestOf.add(samples, { scoredOnly })
        problem = row.problem
        samples = []
        if (await timeSlice.yieldIfDue()) watch.throwIfEnded()
      }
      const scores = readScores(row, options)
      const isGraded = row.verdict !== 'unsure'
      counts.solutions += 1
      counts.graded += Number(isGraded)
      counts.scored += Number(scores.score !== null)
      if (isGraded && scores.score !== null)
        outcomes.add(problem, scores.score, row.verdict === 'correct')
      const sample = describeSample(row, scores)
      if (sample) samples.push(sample)
    }
    await addProgress(watch, batch.length)
  }
  bestOf.add(samples, { scoredOnly })
  return { ...counts, bestOf, outcomes }
}

async function addProgress(watch: ResultJobProgress, count: number): Promise<void> {
  watch.progress.readRows += count
  watch.throwIfEnded()
  await pause()
}

/** Null for unsure answers. A sample without an answer counts as a failed attempt. */
function describeSample(
  { verdict, answer }: SampleRow,
  scores: EvaluatedSample['scores'],
): EvaluatedSample | null {
  const isAnswered = verdict !== 'unsure'
  if (!isAnswered && answer !== null) return null
  const isCorrect = verdict === 'correct'
  // An imported verdict without a readable answer votes with its verdict.
  return {
    isCorrect,
    isAnswered,
    vote: isAnswered ? (makeAnswerVoteKey(answer) ?? `? ${verdict}`) : null,
    scores,
  }
}

/** The ranking score is the imported or stored score of the solution, else aggregated from its steps. */
function readScores(
  row: SampleRow,
  { aggregation, neutral }: EvaluationOptions,
): EvaluatedSample['scores'] {
  if (row.stepScores === null)
    return { score: row.score, prmProduct: row.product, prmMinimum: row.minimum }
  const steps = parseImportedStepScores(JSON.parse(row.stepScores), row.steps)
  const result = steps && aggregateScores(steps)
  if (!result?.ok) return { score: row.score, prmProduct: null, prmMinimum: null }
  const aggregate = result.scores[neutral]
  const aggregatedScore = { ...aggregate, 'geometric-mean': aggregate.geometricMean }[aggregation]
  return {
    score: row.score ?? aggregatedScore,
    prmProduct: aggregate.product,
    prmMinimum: aggregate.minimum,
  }
}

async function readLabelled(
  { db, rows, projectId, options }: EvaluationSnapshotReader,
  watch: ResultJobProgress,
) {
  const accumulator = new LabelledStepAccumulator(options.neutral)
  const readStepScores =
    options.scores === 'imported' ? parseImportedStepScores : parseRunStepScores
  const heldOut = options.scores === 'imported' ? [] : await listHeldOutProblems(db, projectId)
  for await (const batch of rows.stream(selectRatingsAndScoresSql(projectId, options, heldOut))) {
    for (const each of batch) {
      const { ratings, stepScores, steps, ...row } = readRatingsAndScoresRow(each)
      accumulator.add({
        ...row,
        ratings: JSON.parse(ratings ?? '[]') as (-1 | 0 | 1 | null)[],
        stepScores: stepScores === null ? null : readStepScores(JSON.parse(stepScores), steps),
      })
    }
    await addProgress(watch, batch.length)
  }
  return accumulator
}

async function readArms({ rows, projectId }: EvaluationSnapshotReader, watch: ResultJobProgress) {
  const accumulator = new HiddenReferenceAccumulator()
  for await (const batch of rows.stream(selectArmComparisonAnnotationsSql(projectId))) {
    for (const each of batch) accumulator.add(readArmComparisonAnnotationRow(each))
    watch.throwIfEnded()
    await pause()
  }
  return accumulator
}

async function readHints({ rows, projectId }: EvaluationSnapshotReader, watch: ResultJobProgress) {
  const accumulator = new ArithmeticHintAccumulator()
  for await (const batch of rows.stream(selectStepsAndRatingsSql(projectId))) {
    for (const each of batch) {
      const { solution, steps, ratings } = readStepsAndRatingsRow(each)
      const ratingLists = JSON.parse(ratings ?? '[]') as (number | null)[][]
      accumulator.add({
        solution,
        steps: JSON.parse(steps ?? '[]') as string[],
        ...mergeRatings(ratingLists),
      })
    }
    await addProgress(watch, batch.length)
  }
  return accumulator
}

/** The highest rating of each step, and the first step that anyone rated negative. */
function mergeRatings(ratingLists: readonly (readonly (number | null)[])[]) {
  const length = ratingLists.reduce((max, ratings) => Math.max(max, ratings.length), 0)
  const ratings = Array.from({ length }, (_, step) =>
    ratingLists.reduce<number | null>((best, each) => {
      const rating = each[step] ?? null
      return rating === null ? best : Math.max(rating, best ?? -1)
    }, null),
  )
  const firsts = ratingLists.map(findFirstError).filter((step) => step !== null)
  return { ratings, firstNegative: firsts.length === 0 ? null : Math.min(...firsts) }
}
