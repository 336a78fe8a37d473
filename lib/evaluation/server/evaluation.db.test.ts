import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeLabelledAnnotation } from '@/lib/exports/server/testing/store-annotation'
import { getDatabase, getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { evaluationOptionsField, type EvaluationResult } from '../contract'
import { cancelEvaluation, startEvaluation } from './commands'
import { computeEvaluation } from './compute-evaluation'
import { recordEvaluationFailure, runEvaluationJob } from './jobs'
import { getEvaluation, listEvaluations } from './queries'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const neverAborted = new AbortController().signal
const toKey = (evaluation: string) => ({ project: project.slug, evaluation })
const start = (input: Record<string, unknown> = {}) =>
  startEvaluation.execute(
    project.admin,
    startEvaluation.contract.input.parse({ project: project.slug, ...input }),
  )
const read = (evaluation: string) => getEvaluation.execute(project.admin, toKey(evaluation))
const cancel = (evaluation: string) => cancelEvaluation.execute(project.admin, toKey(evaluation))

async function makePayload(evaluation: string) {
  const { attempt } = await getDatabase().evaluation.findFirstOrThrow({
    where: { projectId: project.id, id: evaluation },
    select: { attempt: true },
  })
  return { projectId: project.id, evaluationId: evaluation, attempt }
}

/** Runs the evaluation's job as a worker does. */
const run = async (evaluation: string, signal = neverAborted) =>
  runEvaluationJob(await makePayload(evaluation), signal)

async function evaluate(input: Record<string, unknown> = {}): Promise<EvaluationResult> {
  const { evaluation } = await start(input)
  expect(await run(evaluation)).toBeUndefined()
  const { state, result, readRows, allRows } = await read(evaluation)
  expect(state).toBe('done')
  expect(readRows).toBe(allRows)
  return result!
}

const sumStep = 'So $1 + 1 = 3$.'

/** A problem with samples of two steps, the second one wrong by arithmetic: `[answer, scores of the two steps]`. */
const line = (
  id: string,
  samples: readonly (readonly [string | null, readonly [number, number]])[],
) => ({
  id,
  problem: `Problem ${id}: what is $1 + 1$?`,
  answer: '2',
  samples: samples.map(([answer, scores], i) => ({
    id: `${id}/${i}`,
    steps: [`First of ${id}/${i}.`, sumStep],
    step_scores: scores,
    ...(answer === null ? {} : { answer }),
  })),
})

async function findSolution(name: string): Promise<string> {
  const { id } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id, externalId: name },
    select: { id: true },
  })
  return id
}

/** A new annotator labels a solution of a round. */
async function label(
  name: string,
  ratings: (-1 | 0 | 1)[],
  { round = 1, slice = 'random' }: { round?: number; slice?: string } = {},
): Promise<string> {
  const { userId } = await makeMember(project, 'annotator')
  const solutionId = await findSolution(name)
  const repeatForSteps = <T>(value: T) => ratings.map(() => value)
  const id = await storeLabelledAnnotation(
    project,
    { solutionId, userId },
    {
      flow: 'solution',
      stepCount: 2,
      ratings,
      flagged: repeatForSteps(null),
      chosen: repeatForSteps(0),
      offered: repeatForSteps(1),
      finishReason: ratings.includes(-1) ? 'found_error' : 'solution',
    },
  )
  await getDatabase().annotation.updateMany({
    where: { projectId: project.id, id },
    data: { generation: round },
  })
  await getDatabase().queueItem.updateMany({
    where: { projectId: project.id, solutionId },
    data: { round, slice },
  })
  return id
}

describe('computing an evaluation', () => {
  test('evaluates imported scores', async () => {
    await importLines(project, [
      line('a', [
        ['2', [0.9, 0.9]],
        ['3', [0.95, 0.5]],
        ['3', [0.99, 0.1]],
        [null, [0.2, 0.2]],
      ]),
      line('b', [
        ['2', [0.99, 0.05]],
        ['5', [0.8, 0.9]],
      ]),
      line('c', [['2', [1, 1]]]),
    ])
    await label('a/0', [1, 1], { slice: 'convincing-wrong' })
    await label('b/1', [1, -1], { round: 2 })
    await label('b/0', [1, 1], { round: 2 })
    const result = await evaluate()
    expect(result).toMatchObject({ solutions: 7, graded: 6, scored: 7, annotations: 3 })
    // Two problems have two graded samples. Without imported solution scores, score and product are equal.
    expect(result.bestOf).toMatchObject({ problems: 2, samples: 5, unanswered: 1, n: [1, 2, 4] })
    const shares = (curve: keyof NonNullable<EvaluationResult['bestOf']>) =>
      (result.bestOf![curve] as ({ value: number } | null)[]).map((each) => each?.value)
    expect(shares('prmProduct').at(-1)).toBe(0.5) // a is solved, b is not
    expect(shares('score')).toEqual(shares('prmProduct'))
    expect(shares('majority').at(-1)).toBe(0.25) // a is lost, b is a tie
    expect(shares('pass').at(-1)).toBe(1)
    expect(result.bestOf?.scoreMinusMajority?.value).toBe(0.25)
    expect(result.solutionCalibration).toMatchObject({ solutions: 6 })
    // Correct: 0.81, 0.0495, 1. Wrong: 0.475, 0.099, 0.72.
    expect(result.solutionCalibration?.auc?.value).toBeCloseTo(6 / 9)
    expect(result.stepCalibration).toMatchObject({ steps: 6 })
    expect(result.yields).toMatchObject([
      { round: 1, slice: 'convincing-wrong', annotations: 1, stepsRead: 2, errors: 0 },
      {
        round: 2,
        slice: 'random',
        annotations: 2,
        stepsRead: 4,
        errors: 1,
        errorsPer100Steps: { value: 25 },
      },
    ])
    expect(result.disagreementsByRound).toMatchObject([
      { round: 1, steps: 2, confidentCorrectRatedNegative: 0, confidentWrongRatedPositive: 0 },
      {
        round: 2,
        steps: 4,
        confidentCorrectRatedNegative: 1,
        confidentWrongRatedPositive: 1,
        share: null,
      },
    ])
    expect(result.disagreementSteps).toEqual([
      {
        solution: await findSolution('b/0'),
        problem: 'Problem b: what is $1 + 1$?',
        step: 1,
        text: sumStep,
        round: 2,
        score: 0.05,
        rating: 1,
      },
      expect.objectContaining({ score: 0.9, rating: -1, round: 2 }),
    ])
    // Steps rated negative are no hints; rated steps come first.
    expect(result).toMatchObject({ hintedSteps: 6, hintedSolutions: 7 })
    expect(result.hints.map(({ rating }) => rating)).toEqual([1, 1, null, null, null, null])
    expect(result.hints[0]).toMatchObject({
      step: 1,
      description: '$1 + 1 = 3$, but the left side is 2',
    })
  })

  test('counts a rating as training data only if the scorer was trained after it was submitted', async () => {
    await importLines(project, [
      line('a', [
        ['2', [0.1, 0.1]],
        ['3', [0.9, 0.9]],
      ]),
    ])
    const scores = [['a/1', [0.1, 0.9, 0, 0.1, 0.1, 0.8]]] as const
    const runId = await storeRun(
      scores.map(([name, each]) => [name, [...each]] as const),
      new Date('2000-01-01'),
    )
    await label('a/1', [0, 1])
    const before = await evaluate({ scores: runId })
    expect(before.disagreementsByRound).toMatchObject([{ steps: 2, trainingSteps: 0 }])
    await getDatabase().scorerVersion.updateMany({
      where: { projectId: project.id },
      data: { finishedAt: new Date() },
    })
    const after = await evaluate({ scores: runId })
    expect(after.disagreementsByRound).toMatchObject([{ steps: 2, trainingSteps: 2 }])
    const imported = await evaluate({})
    expect(imported.disagreementsByRound).toMatchObject([{ trainingSteps: 0 }])
  })

  test('evaluates a score run with the requested aggregation and treatment of neutral', async () => {
    await importLines(project, [
      line('a', [
        ['2', [0.1, 0.1]],
        ['3', [0.9, 0.9]],
      ]),
    ])
    const runId = await storeRun([
      ['a/0', [0, 0.2, 0.8, 0, 0.5, 0.5]],
      ['a/1', [0.1, 0.9, 0, 0.1, 0.1, 0.8]],
    ])
    await label('a/1', [0, 1])
    const lenient = await evaluate({ scores: runId })
    expect(lenient.solutionCalibration?.bins.map(({ predicted }) => predicted)).toEqual([
      expect.closeTo(0.81),
      1,
    ])
    expect(
      lenient.stepCalibration?.bins.map(({ predicted, observed }) => [predicted, observed.value]),
    ).toEqual([[expect.closeTo(0.9), 1]])
    // The page shows held-out metrics and the size of the training set.
    expect(lenient.versions).toEqual([
      { version: 3, solutions: 2, steps: 4, metrics: heldOutMetrics },
    ])
    const strict = await evaluate({ scores: runId, neutral: 'negative', aggregation: 'minimum' })
    expect(strict.solutionCalibration?.bins.map(({ predicted }) => predicted)).toEqual([0, 0.5])
    expect(
      strict.stepCalibration?.bins.map(({ predicted, observed }) => [predicted, observed.value]),
    ).toEqual([
      [0, 0],
      [expect.closeTo(0.8), 1],
    ])
    const { sources, evaluations } = await listEvaluations.execute(project.admin, {
      project: project.slug,
    })
    const scorer = { model: 'embedded 3', scorerName: 'Embedded', kind: 'embedded', version: 3 }
    expect(sources).toEqual([
      {
        scores: 'imported',
        run: null,
        model: null,
        scorerName: null,
        kind: null,
        version: null,
        scope: null,
        solutions: 2,
      },
      { scores: runId, run: 1, ...scorer, scope: 'all', solutions: 2 },
    ])
    expect(evaluations).toMatchObject([
      {
        options: { scores: runId, neutral: 'negative' },
        run: 1,
        ...scorer,
        result: null,
      },
      { options: { neutral: 'positive' }, version: 3 },
    ])
  })

  test('checks between problems whether it was cancelled, even within a batch of rows', async () => {
    const [problems, count] = [8, 150]
    await importLines(
      project,
      Array.from({ length: problems }, (_, i) =>
        line(
          `p${i}`,
          Array.from({ length: count }, (__, j) => [`${(j % 60) + 2}`, [0.5, j / count]] as const),
        ),
      ),
    )
    // Counts the checks that happen within a batch of rows.
    let [checks, before] = [0, 0]
    const progress = { readRows: 0, allRows: null }
    const throwIfEnded = () => {
      if (progress.readRows === before && before < problems * count) checks += 1
      before = progress.readRows
    }
    const options = evaluationOptionsField.parse({ scores: 'imported' })
    const { bestOf } = await runTransaction(
      getTransferDatabase(),
      ({ db, rows }) =>
        computeEvaluation({ db, rows, projectId: project.id, options }, { progress, throwIfEnded }),
      { timeout: 60_000, maxWait: 20_000 },
    )
    expect(bestOf).toMatchObject({ problems })
    expect(checks).toBeGreaterThan(0)
  }, 60_000)

  test('returns no curves for step scores if the run scored only whole solutions', async () => {
    const wrongSample = ['3', [0.1, 0.1]] as const
    await importLines(project, [line('a', [['2', [0.1, 0.1]], wrongSample])])
    const scores = await storeRun([
      ['a/0', [0.9, 0.9]],
      ['a/1', [0.5, 0.5]],
    ])
    const curves = async () => {
      const { evaluation } = await start({ scores })
      await run(evaluation)
      return (await read(evaluation)).result?.bestOf
    }
    expect((await curves())?.prmMinimum).toContainEqual(expect.anything())
    await getDatabase().$executeRaw`update solution_score set step_scores = '{}', line = 1`
    const curvesOfWholeScores = await curves()
    expect(curvesOfWholeScores?.prmMinimum.every((each) => each === null)).toBe(true)
    expect(curvesOfWholeScores?.prmProduct.every((each) => each === null)).toBe(true)
    expect(curvesOfWholeScores?.score).toContainEqual(expect.anything())
  })

  test('does not compare labels of repaired steps with scores of the steps before the repair', async () => {
    await importLines(project, [line('a', [['2', [0.1, 0.1]]]), line('b', [['2', [0.1, 0.1]]])])
    const runId = await storeRun([
      ['a/0', [0.9, 0.9]],
      ['b/0', [0.8, 0.8]],
    ])
    await getDatabase().$executeRaw`
      update solution set revision = 2, steps = array['So it', 'is 2.']
      where project_id = ${project.id}::uuid and external_id = 'a/0'`
    const repaired = await label('a/0', [1, 1])
    await getDatabase().annotation.updateMany({
      where: { projectId: project.id, id: repaired },
      data: { revision: 2 },
    })
    await label('b/0', [1, 1])
    const { annotations, scored, stepCalibration } = await evaluate({ scores: runId })
    expect({ annotations, scored }).toEqual({ annotations: 2, scored: 1 })
    expect(stepCalibration).toMatchObject({
      steps: 2,
      bins: [{ predicted: expect.closeTo(0.8) as number }],
    })
  })

  test('counts imported labels separately and ignores labels of steps before a repair', async () => {
    await importLines(project, [
      {
        id: 'z',
        generator: 'g',
        problem: 'What is it?',
        steps: ['One.', 'Two.', 'Three.'],
        final_answer_correct: false,
        label: 1,
      },
    ])
    expect((await evaluate()).yields).toMatchObject([
      { round: 0, slice: 'imported', annotations: 1, stepsRead: 2, errors: 1 },
    ])
    await getDatabase().$executeRaw`
      update solution set revision = 2 where project_id = ${project.id}::uuid`
    expect(await evaluate()).toMatchObject({ annotations: 0, yields: [] })
  })

  test('truncates long texts without splitting a code point', async () => {
    const wideText = '😀'.repeat(400)
    const steps = [`So $1 + 1 = 3$.${wideText}`, `So $1 + 1 = 3$. ${wideText}`]
    const samples = [{ id: 'w/0', steps, answer: '3' }]
    await importLines(project, [{ id: 'w', problem: wideText, answer: '2', samples }])
    const { hints } = await evaluate()
    expect(hints.map(({ text }) => [...text].length)).toEqual([300, 300])
    expect(hints.every(({ text, problem }) => (text + problem).isWellFormed())).toBe(true)
  })

  test('excludes annotations of a solution that became gold later', async () => {
    await importLines(project, [line('a', [['2', [0.9, 0.9]]]), line('b', [['2', [0.9, 0.9]]])])
    await label('a/0', [1, -1])
    await label('b/0', [1, 1])
    await getDatabase().goldItem.create({
      data: { projectId: project.id, solutionId: await findSolution('a/0'), firstErrors: [1] },
    })
    expect(await evaluate()).toMatchObject({
      annotations: 1,
      yields: [{ stepsRead: 2, errors: 0 }],
    })
  })

  test('excludes annotations of gold and screening, and drafts', async () => {
    await importLines(project, [
      line('a', [
        ['3', [0.9, 0.9]],
        ['4', [0.9, 0.9]],
        ['5', [0.9, 0.9]],
      ]),
    ])
    const [gold, screening, draft] = [
      await label('a/0', [1, -1]),
      await label('a/1', [1, -1]),
      await label('a/2', [1, -1]),
    ]
    const set = (id: string, data: object) =>
      getDatabase().annotation.updateMany({ where: { projectId: project.id, id }, data })
    await set(gold, { isQualityControl: true })
    await set(screening, { isScreening: true })
    expect(await evaluate()).toMatchObject({ annotations: 1 })
    await set(draft, { state: 'draft', finishReason: null, submittedAt: null })
    expect(await evaluate()).toMatchObject({ annotations: 0, yields: [], disagreementSteps: [] })
  })

  test('returns empty results for an empty project', async () => {
    expect(await evaluate()).toMatchObject({
      solutions: 0,
      bestOf: null,
      solutionCalibration: null,
      stepCalibration: null,
      yields: [],
      versions: [],
      disagreementsByRound: [],
      disagreementSteps: [],
      hints: [],
    })
  })

  test('ignores data of other projects', async () => {
    await importLines(project, [
      line('a', [
        ['2', [0.9, 0.9]],
        ['3', [0.1, 0.1]],
      ]),
    ])
    const runId = await storeRun([['a/0', [0.5, 0.5]]])
    await label('a/1', [1, -1])
    const originalProject = project
    project = await makeProject({}, originalProject.admin)
    expect(await evaluate()).toMatchObject({ solutions: 0, annotations: 0, hintedSolutions: 0 })
    await expect(start({ scores: runId })).rejects.toMatchObject({ code: 'not_found' })
    const { evaluation } = await startEvaluation.execute(
      originalProject.admin,
      startEvaluation.contract.input.parse({ project: originalProject.slug }),
    )
    await expect(read(evaluation)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancel(evaluation)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an evaluation run', () => {
  test('stops without a result when it is cancelled while running', async () => {
    const { evaluation } = await start()
    const payload = await makePayload(evaluation)
    await runWhileVersionsLocked(async () => {
      const running = runEvaluationJob(payload, neverAborted)
      await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
        timeout: 20_000,
      })
      await cancel(evaluation)
      return { running }
    }).then(({ running }) => running)
    expect(await read(evaluation)).toMatchObject({ state: 'cancelled', result: null })
    await expect(cancel(evaluation)).rejects.toMatchObject({ code: 'conflict' })
    expect(await runEvaluationJob(payload, neverAborted)).toBeUndefined()
    expect(await read(evaluation)).toMatchObject({ state: 'cancelled', result: null })
  })

  test('checks for cancellation while it reads rows', async () => {
    await importLines(project, [line('a', [['2', [0.9, 0.9]]])])
    const progress = { readRows: 0, allRows: null }
    const options = evaluationOptionsField.parse({})
    const watch = {
      progress,
      throwIfEnded() {
        throw new Error('cancelled')
      },
    }
    const running = runTransaction(getTransferDatabase(), ({ db, rows }) =>
      computeEvaluation({ db, rows, projectId: project.id, options }, watch),
    )
    await expect(running).rejects.toThrow('cancelled')
    expect(progress).toEqual({ readRows: 1, allRows: 2 })
  })

  test('is not run by two jobs at once', async () => {
    const { evaluation } = await start()
    const payload = await makePayload(evaluation)
    const { running } = await runWhileVersionsLocked(async () => {
      const first = runEvaluationJob(payload, neverAborted)
      await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
        timeout: 20_000,
      })
      expect(await runEvaluationJob(payload, neverAborted)).toBe('later')
      return { running: first }
    })
    expect(await running).toBeUndefined()
    expect(await read(evaluation)).toMatchObject({ state: 'done' })
  })

  test('is run again after its process was killed', { timeout: 60_000 }, async () => {
    const { evaluation } = await start()
    const payload = await makePayload(evaluation)
    await runWhileVersionsLocked(async () => {
      const child = startScriptProcess('lib/evaluation/testing/run-evaluation.ts', { payload })
      const exitPromise = once(child, 'exit')
      await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
        timeout: 20_000,
      })
      child.kill('SIGKILL')
      await exitPromise
    })
    expect(await read(evaluation)).toMatchObject({ state: 'running', result: null })
    await expect.poll(() => runEvaluationJob(payload, neverAborted)).toBeUndefined()
    expect(await read(evaluation)).toMatchObject({ state: 'done' })
  })

  test('is released to another process at shutdown', async () => {
    const { evaluation } = await start()
    expect(await run(evaluation, AbortSignal.abort(new Error('the process ends')))).toBe('later')
    expect(await read(evaluation)).toMatchObject({ state: 'running' })
    expect(await run(evaluation)).toBeUndefined()
  })

  test('is marked as failed after its job’s last attempt', async () => {
    const { evaluation } = await start()
    await recordEvaluationFailure(await makePayload(evaluation))
    expect(await read(evaluation)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Retry') as string,
    })
  })

  test('has no result if its stored result has an outdated format', async () => {
    const { evaluation } = await start()
    await run(evaluation)
    await getDatabase().evaluation.updateMany({
      where: { projectId: project.id, id: evaluation },
      data: { result: { yields: 3 } },
    })
    expect(await read(evaluation)).toMatchObject({ state: 'done', result: null })
  })
})

/** Metrics of version 3 of the embedded scorer. */
const heldOutMetrics = {
  heldOutAnnotations: 60,
  heldOutSteps: 330,
  firstErrorHit: null,
  logLoss: 0.5,
  stepAuc: { model: 0.67, positionOnly: 0.6, random: 0.5 },
  calibrationError: null,
  bins: [],
  heldOutProblems: 1,
  heldOutErrors: 1,
  shareCorrect: null,
  groups: [],
  groupCounts: [],
}

async function storeRun(
  scores: readonly (readonly [name: string, number[]])[],
  trainedAt = new Date(),
): Promise<string> {
  const [scorerId, runId] = [randomUUID(), randomUUID()]
  const { id: projectId } = project
  const { userId } = project.admin
  const db = getDatabase()
  await db.scorer.create({
    data: { projectId, id: scorerId, name: 'Embedded', kind: 'embedded', userId },
  })
  await db.scorerVersion.create({
    data: {
      projectId,
      scorerId,
      version: 3,
      state: 'done',
      seed: 1,
      userId,
      solutions: 2,
      steps: 4,
      metrics: heldOutMetrics,
      weights: Buffer.from([0]),
      finishedAt: trainedAt,
    },
  })
  await db.scoreRun.create({
    data: {
      projectId,
      id: runId,
      number: 1,
      scorerId,
      model: 'embedded 3',
      scope: 'all',
      userId,
      version: 3,
      state: 'done',
      doneRows: scores.length,
    },
  })
  for (const [name, stepScores] of scores) {
    const isTriple = stepScores.length > 2
    const [positive, strict] = isTriple
      ? [
          [stepScores[1]! + stepScores[2]!, stepScores[4]! + stepScores[5]!],
          [stepScores[2]!, stepScores[5]!],
        ]
      : [stepScores, stepScores]
    await db.solutionScore.create({
      data: {
        projectId,
        runId,
        solutionId: await findSolution(name),
        stepScores,
        lowestStep: 0,
        product: positive[0]! * positive[1]!,
        minimum: Math.min(...positive),
        geometricMean: Math.sqrt(positive[0]! * positive[1]!),
        last: positive[1]!,
        strictProduct: strict[0]! * strict[1]!,
        strictMinimum: Math.min(...strict),
        strictGeometric: Math.sqrt(strict[0]! * strict[1]!),
        strictLast: strict[1]!,
      },
    })
  }
  return runId
}

/** Runs `meanwhile` while an evaluation can read everything except the scorer versions. */
const runWhileVersionsLocked = <T>(meanwhile: () => Promise<T>) =>
  runWhileLocked(
    (db) => db.$executeRaw`lock table scorer_version in access exclusive mode`,
    meanwhile,
  )
