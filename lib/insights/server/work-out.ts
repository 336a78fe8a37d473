import { setImmediate as pause } from 'node:timers/promises'
import type { ResultReading, ResultWatch } from '@/lib/jobs/server/run-result-job'
import { LongTurn } from '@/lib/platform/server/long-turn'
import { aggregateScores } from '@/lib/scoring/aggregate'
import { scorerMetricsField } from '@/lib/scoring/contract'
import { readVote } from '@/lib/scoring/vote-share'
import { readRunScores, readStepScores } from '@/lib/scoring/read-step-scores'
import { BlindTally } from '../blind-tally'
import { BestOfTally, type Sample } from '../best-of-tally'
import { type EvaluationOptions, type EvaluationResult, mostUnlabelledChecked } from '../contract'
import { HintTally } from '../find-hints'
import { LabelledTally } from '../labelled-tally'
import { ScoredOutcomes } from '../scored-outcomes'
import { readBlindRow, selectBlindAnnotations } from './blind-annotations.sql'
import { describeHints, describeParted } from './describe-findings'
import { readLabelledRow, selectLabelledSteps } from './labelled-steps.sql'
import { listDoneVersions, readTextRow, selectRatedTexts } from './rated-texts.sql'
import { countEvaluated, hasScores, readSampleRow, selectSamples } from './samples.sql'

/** What one evaluation reads from: a transaction of one instant, and rows in it. */
export interface Source extends ResultReading {
  projectId: string
  options: EvaluationOptions
}

/** All that the page shows, of one instant. Holds one problem's samples and a few bytes of every scored one. */
export async function workOut(source: Source, watch: ResultWatch): Promise<EvaluationResult> {
  const { db, projectId } = source
  const counts = await countEvaluated(db, projectId)
  const texts = Math.min(
    counts.labelled + Math.min(counts.queued, mostUnlabelledChecked),
    counts.solutions,
  )
  watch.progress.allRows = counts.solutions + counts.annotations + texts
  const samples = await readSamples(source, watch)
  const labelled = await readLabelled(source, watch)
  const hints = await readHints(source, watch)
  const blind = await readBlind(source, watch)
  const versions = (await listDoneVersions(db, projectId)).flatMap((each) => {
    const metrics = scorerMetricsField.safeParse(each.metrics)
    if (!metrics.success) return []
    const { version, solutions, steps } = each
    return [{ version, solutions: solutions ?? 0, steps: steps ?? 0, metrics: metrics.data }]
  })
  const results = {
    ...{ solutions: samples.solutions, settled: samples.settled, scored: samples.scored },
    annotations: labelled.annotations,
    bestOf: await afterPause(watch, () => samples.bestOf.measure()),
    solutionCalibration: await afterPause(watch, () => measureSolutions(samples.outcomes)),
    stepCalibration: await afterPause(watch, () => labelled.measureSteps()),
    yields: await afterPause(watch, () => labelled.measureYields()),
    versions,
    parted: await afterPause(watch, () => labelled.measureParted()),
  }
  return {
    ...results,
    partedSteps: await describeParted(source, labelled.listPartedSteps()),
    hints: await describeHints(source, hints.list()),
    hintedSteps: hints.hinted,
    hintsOf: hints.solutions,
    blind: await afterPause(watch, () => blind.measure()),
  }
}

/** A long computation must not keep the process from saying that it is alive. */
async function afterPause<T>(watch: ResultWatch, run: () => T): Promise<T> {
  await pause()
  watch.throwIfEnded()
  return run()
}

function measureSolutions(outcomes: ScoredOutcomes): EvaluationResult['solutionCalibration'] {
  return outcomes.count === 0 ? null : { solutions: outcomes.count, ...outcomes.measure() }
}

type SampleRow = ReturnType<typeof readSampleRow>

async function readSamples({ db, rows, projectId, options }: Source, watch: ResultWatch) {
  const scoredOnly = await hasScores(db, projectId, options.scores)
  const bestOf = new BestOfTally()
  const outcomes = new ScoredOutcomes()
  const counts = { solutions: 0, settled: 0, scored: 0 }
  let problem = ''
  let samples: Sample[] = []
  const turn = new LongTurn()
  for await (const piece of rows.stream(selectSamples(projectId, options))) {
    for (const each of piece) {
      const row = readSampleRow(each)
      if (row.problem !== problem) {
        bestOf.add(samples, { scoredOnly })
        problem = row.problem
        samples = []
        if (await turn.giveWay()) watch.throwIfEnded()
      }
      const scores = readScores(row, options)
      const isSettled = row.verdict !== 'unsure'
      counts.solutions += 1
      counts.settled += Number(isSettled)
      counts.scored += Number(scores.score !== null)
      if (isSettled && scores.score !== null)
        outcomes.add(problem, scores.score, row.verdict === 'correct')
      const sample = describeSample(row, scores)
      if (sample) samples.push(sample)
    }
    await noteRead(watch, piece.length)
  }
  bestOf.add(samples, { scoredOnly })
  return { ...counts, bestOf, outcomes }
}

async function noteRead(watch: ResultWatch, count: number): Promise<void> {
  watch.progress.readRows += count
  watch.throwIfEnded()
  await pause()
}

/** One whose answer nobody has settled is no sample; one without an answer is an attempt that gave nothing. */
function describeSample({ verdict, answer }: SampleRow, scores: Sample['scores']): Sample | null {
  const isAnswered = verdict !== 'unsure'
  if (!isAnswered && answer !== null) return null
  const isCorrect = verdict === 'correct'
  // An answer that a file judged and nobody found votes with its kind: right with right, or for itself.
  return {
    isCorrect,
    isAnswered,
    vote: isAnswered ? (readVote(answer) ?? `? ${verdict}`) : null,
    scores,
  }
}

/** A score that came for the whole solution is taken as it is. */
function readScores(row: SampleRow, { aggregation, neutral }: EvaluationOptions): Sample['scores'] {
  if (row.stepScores === null)
    return { score: row.score, prmProduct: row.product, prmMinimum: row.minimum }
  const steps = readStepScores(JSON.parse(row.stepScores), row.steps)
  const result = steps && aggregateScores(steps)
  if (!result?.ok) return { score: row.score, prmProduct: null, prmMinimum: null }
  const aggregate = result.scores[neutral]
  const ranks = { ...aggregate, 'geometric-mean': aggregate.geometricMean }[aggregation]
  return {
    score: row.score ?? ranks,
    prmProduct: aggregate.product,
    prmMinimum: aggregate.minimum,
  }
}

async function readLabelled({ rows, projectId, options }: Source, watch: ResultWatch) {
  const tally = new LabelledTally(options.neutral)
  const read = options.scores === 'imported' ? readStepScores : readRunScores
  for await (const piece of rows.stream(selectLabelledSteps(projectId, options))) {
    for (const each of piece) {
      const { ratings, stepScores, steps, ...row } = readLabelledRow(each)
      tally.add({
        ...row,
        ratings: JSON.parse(ratings ?? '[]') as (-1 | 0 | 1 | null)[],
        stepScores: stepScores === null ? null : read(JSON.parse(stepScores), steps),
      })
    }
    await noteRead(watch, piece.length)
  }
  return tally
}

async function readBlind({ rows, projectId }: Source, watch: ResultWatch) {
  const tally = new BlindTally()
  for await (const piece of rows.stream(selectBlindAnnotations(projectId))) {
    for (const each of piece) tally.add(readBlindRow(each))
    watch.throwIfEnded()
    await pause()
  }
  return tally
}

async function readHints({ rows, projectId }: Source, watch: ResultWatch) {
  const tally = new HintTally()
  for await (const piece of rows.stream(selectRatedTexts(projectId))) {
    for (const each of piece) {
      const { solution, steps, ratings } = readTextRow(each)
      const rated = JSON.parse(ratings ?? '[]') as (number | null)[][]
      tally.add({ solution, steps: JSON.parse(steps ?? '[]') as string[], ...mergeRatings(rated) })
    }
    await noteRead(watch, piece.length)
  }
  return tally
}

/** What the people who were kindest to a step gave it, and the first that anybody found wrong. */
function mergeRatings(rated: readonly (readonly (number | null)[])[]) {
  const length = rated.reduce((most, ratings) => Math.max(most, ratings.length), 0)
  const ratings = Array.from({ length }, (_, step) =>
    rated.reduce<number | null>((best, each) => {
      const rating = each[step] ?? null
      return rating === null ? best : Math.max(rating, best ?? -1)
    }, null),
  )
  const firsts = rated.map((each) => each.indexOf(-1)).filter((step) => step >= 0)
  return { ratings, firstNegative: firsts.length === 0 ? null : Math.min(...firsts) }
}
