import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { cancelTraining, resumeScoreRun, retireScorer, trainScorer } from './commands'
import { exportScores, getScoreRun, getScorerVersion, listScorers } from './queries'
import { readLabelledSolutions } from './read-labelled-solutions'
import { labelSolution, type StepRatings } from './testing/label-fixtures'
import { executeScoreRun, startTestScoreRun } from './testing/run-fixtures'
import { TrainingThread } from './train-in-thread'
import { failTrainingAfterRetries, runTrainJob } from './train-jobs'

useTestDatabase()

/** Problems of one solution each: the second step computes, and is wrong in every other one. */
async function makeProblems(count: number): Promise<{ project: TestProject; ids: string[] }> {
  const project = await makeProject()
  const lines = Array.from({ length: count }, (_, i) => {
    const sum = i + 7 + (i % 2)
    return {
      id: `p${String(i).padStart(4, '0')}`,
      problem: `What is ${i} plus 7?`,
      answer: String(i + 7),
      samples: [
        {
          id: `s${i}`,
          steps: [`Take ${i}.`, `So ${i} + 7 = ${sum}.`, `It is ${sum}.`],
          answer: String(sum),
        },
      ],
    }
  })
  await importLines(project, lines)
  const rows = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true },
    orderBy: { problem: { externalId: 'asc' } },
  })
  return { project, ids: rows.map(({ id }) => id) }
}

const ratingsOf = (i: number): StepRatings => (i % 2 === 0 ? [1, 1, 1] : [1, -1])

async function makeLabelled(count: number) {
  const created = await makeProblems(count)
  const annotator = await makeMember(created.project, 'annotator')
  for (const [i, id] of created.ids.entries())
    await labelSolution(created.project, id, ratingsOf(i), { by: annotator })
  return created
}

function train({ slug, admin }: TestProject, seed?: number) {
  const input = trainScorer.contract.input.parse({ project: slug, ...(seed ? { seed } : {}) })
  return trainScorer.execute(admin, input)
}

async function readPayload(project: TestProject, version: number) {
  const { scorerId, attempt } = await getDatabase().scorerVersion.findFirstOrThrow({
    where: { projectId: project.id, version },
    select: { scorerId: true, attempt: true },
  })
  return { projectId: project.id, scorerId, version, attempt }
}

async function runTraining(project: TestProject, version = 1, signal = makePendingSignal()) {
  return runTrainJob(await readPayload(project, version), signal)
}

const makePendingSignal = () => new AbortController().signal

const find = async (project: TestProject, version = 1) => {
  const { scorerId: scorer } = await readPayload(project, version)
  return getScorerVersion.execute(project.admin, { project: project.slug, scorer, version })
}

const list = (project: TestProject) => listScorers.execute(project.admin, { project: project.slug })

async function readAll(project: TestProject) {
  const examples = []
  for await (const page of readLabelledSolutions(project.id)) examples.push(...page.examples)
  return examples
}

describe('training the embedded scorer', () => {
  test('trains on the labels, stores its metrics, and scores with the model', async () => {
    const { project } = await makeLabelled(80)
    const startedTraining = await train(project, 7)
    expect(startedTraining.version).toMatchObject({
      version: 1,
      state: 'running',
      seed: 7,
      metrics: null,
      hasFewLabels: true,
    })
    expect(await runTraining(project)).toBeUndefined()
    const finishedVersion = await find(project)
    expect(finishedVersion).toMatchObject({
      state: 'done',
      solutions: 80,
      steps: 200,
      hasFewLabels: false,
      readRows: 200,
      allRows: 200,
      algorithm: expect.stringContaining('ensemble') as string,
    })
    const { metrics } = finishedVersion
    expect(metrics!.heldOutAnnotations).toBeGreaterThan(4)
    expect(metrics!.stepAuc!.model).toBeGreaterThan(metrics!.stepAuc!.positionOnly)
    expect(metrics!.stepAuc!.random).toBe(0.5)
    for (const { from, to, predicted } of metrics!.bins) {
      expect(predicted).toBeGreaterThanOrEqual(from - 1e-9)
      expect(predicted).toBeLessThanOrEqual(to + 1e-9)
    }
    expect(metrics!.groups, 'one file, no subject').toEqual([])
    expect(metrics!.bins.map(({ from }) => from)).toEqual(
      metrics!.bins.map(({ from }) => from).toSorted((a, b) => a - b),
    )
    const run = await startTestScoreRun(project, startedTraining.scorer)
    expect(run).toMatchObject({ version: 1, model: 'embedded 1', scorerName: 'Embedded' })
    await executeScoreRun(run.run)
    const params = { project: project.slug, run: run.run }
    expect(await getScoreRun.execute(project.admin, params)).toMatchObject({
      state: 'done',
      doneRows: 80,
      failedRows: 0,
      allRows: 80,
    })
    const reply = await exportScores.execute(project.admin, { ...params, scored: 'yes' })
    const samples: {
      rating_probs: Record<string, number>[]
      is_correct: boolean
      prm_score: number
      disagreement: number
    }[] = []
    for (const line of await readReplyLines(reply))
      samples.push(JSON.parse(line) as (typeof samples)[number])
    expect(samples).toHaveLength(80)
    // `stepmark select --policy uncertain` and rounds rank samples by it.
    expect(samples.every(({ disagreement }) => disagreement >= 0)).toBe(true)
    expect(samples.some(({ disagreement }) => disagreement > 0)).toBe(true)
    for (const { rating_probs: triples } of samples)
      for (const { '-1': negative, 0: neutral, 1: positive } of triples)
        expect(negative! + neutral! + positive!).toBeCloseTo(1, 5)
    const mean = (isCorrect: boolean) => {
      const scores = samples.filter((sample) => sample.is_correct === isCorrect)
      return scores.reduce((sum, each) => sum + each.prm_score, 0) / scores.length
    }
    expect(mean(true)).toBeGreaterThan(mean(false) + 0.3)
    const rows = await getDatabase().solutionScore.findMany({ where: { runId: run.run } })
    expect(rows.every(({ disagreement }) => disagreement !== null && disagreement >= 0)).toBe(true)
    expect(rows.every(({ lowestStep }) => lowestStep !== null)).toBe(true)
  })

  test('stores metrics by subject, and reads the imported file of each solution', async () => {
    const { project, ids } = await makeLabelled(80)
    const database = getDatabase()
    for (const [i, id] of ids.entries()) {
      const { problemId } = await database.solution.findFirstOrThrow({
        where: { projectId: project.id, id },
        select: { problemId: true },
      })
      await database.problem.update({
        where: { projectId_id: { projectId: project.id, id: problemId } },
        data: { subject: i % 3 === 0 ? 'algebra' : 'geometry' },
      })
    }
    await train(project)
    await runTraining(project)
    const { metrics } = await find(project)
    const groups = metrics!.groups
    expect(groups.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'subject algebra',
      'subject geometry',
    ])
    const sum = (field: 'heldOutAnnotations' | 'heldOutSteps') =>
      groups.reduce((total, group) => total + group[field], 0)
    expect(sum('heldOutAnnotations')).toBe(metrics!.heldOutAnnotations)
    expect(sum('heldOutSteps')).toBe(metrics!.heldOutSteps)
    expect(metrics!.groupCounts).toEqual([
      { kind: 'source', labelled: 1, heldOut: 1 },
      { kind: 'subject', labelled: 2, heldOut: 2 },
    ])
    const { shareCorrect, heldOutErrors, heldOutSteps, bins, heldOutProblems } = metrics!
    expect(heldOutProblems).toBeGreaterThan(0)
    expect(shareCorrect!.value).toBeCloseTo(1 - heldOutErrors / heldOutSteps)
    for (const { observed, low, high } of [
      { ...shareCorrect!, observed: shareCorrect!.value },
      ...bins,
    ])
      if (low != null && high != null) expect(low <= observed && observed <= high).toBe(true)
    // Held-out problems are drawn by their random ids: those of one subject may all lack an error, and then have no AUC.
    expect(groups.some(({ stepAuc }) => stepAuc?.random === 0.5)).toBe(true)
    const examples = await readAll(project)
    expect(new Set(examples.map(({ source }) => source)).size).toBe(1)
    expect(examples[0]!.source).toMatch(/./)
  })

  test('gives the same weights for the same labels and seed, and others for another seed', async () => {
    const { project } = await makeLabelled(20)
    const hashes: string[] = []
    for (const [i, seed] of [3, 3, 4].entries()) {
      await train(project, seed)
      await runTraining(project, i + 1)
      const { weights } = await getDatabase().scorerVersion.findFirstOrThrow({
        where: { projectId: project.id, version: i + 1 },
      })
      hashes.push(createHash('sha256').update(weights!).digest('hex'))
    }
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
    const { scorers } = await list(project)
    expect(scorers).toHaveLength(1)
    expect(scorers[0]!.versions.map(({ version }) => version)).toEqual([3, 2, 1])
  })

  test('requires labels, and rejects a second training at the same time', async () => {
    const { project, ids } = await makeProblems(2)
    await expect(train(project)).rejects.toThrow('no labels to train on')
    await labelSolution(project, ids[0]!, [1, 1, 1])
    await train(project)
    await expect(train(project)).rejects.toThrow('already training')
    await runTraining(project)
    expect(await find(project)).toMatchObject({ state: 'done', solutions: 1, hasFewLabels: true })
    expect((await train(project)).version).toMatchObject({ version: 2 })
  })

  test('stores nothing if cancelled, even while running', async () => {
    const { project } = await makeLabelled(40)
    const { scorer } = await train(project)
    const params = { project: project.slug, scorer, version: 1 }
    const running = runTraining(project)
    expect(await cancelTraining.execute(project.admin, params)).toMatchObject({
      state: 'cancelled',
    })
    expect(await running).toBeUndefined()
    const version = await getDatabase().scorerVersion.findFirstOrThrow({
      where: { projectId: project.id },
    })
    expect(version).toMatchObject({ state: 'cancelled', weights: null, metrics: null })
    expect(await cancelTraining.execute(project.admin, params)).toMatchObject({
      state: 'cancelled',
    })
    await expect(startTestScoreRun(project, scorer)).rejects.toThrow('not trained yet')
    await expect(startTestScoreRun(project, scorer, { version: 1 })).rejects.toThrow(
      'is cancelled, not done',
    )
  })

  test('stops its thread on request, without a model', async () => {
    const thread = new TrainingThread(1)
    const problem = { problemId: 'p', problem: 'What?', steps: ['One.'], ratings: [1] as const }
    thread.add([problem])
    thread.stop()
    expect(await thread.train(() => undefined)).toBeNull()
    await thread.close()
  })

  test('rejects instead of hanging if its thread exited before', async () => {
    const thread = new TrainingThread(1)
    thread.add(null as never)
    await expect(thread.exitPromise).rejects.toThrow('not iterable')
    await expect(thread.train(() => undefined)).rejects.toThrow('not iterable')
    thread.stop()
    expect(await thread.train(() => undefined)).toBeNull()
    await thread.close()
  })

  test('is postponed at a shutdown, and run by the next job', async () => {
    const { project } = await makeLabelled(10)
    await train(project)
    const ending = new AbortController()
    ending.abort(new Error('the process ends'))
    expect(await runTraining(project, 1, ending.signal)).toBe('later')
    expect(await find(project)).toMatchObject({ state: 'running' })
    expect(await runTraining(project)).toBeUndefined()
    expect(await find(project)).toMatchObject({ state: 'done' })
  })

  test('does not block the calling thread', async () => {
    const { project } = await makeLabelled(60)
    await train(project)
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await runTraining(project)
    clearInterval(timer)
    // Loading and learning take the better part of a second of another thread.
    expect(turns).toBeGreaterThan(20)
  })

  test('fails when its job is out of attempts', async () => {
    const { project } = await makeLabelled(1)
    await train(project)
    await failTrainingAfterRetries(await readPayload(project, 1))
    expect(await find(project)).toMatchObject({ state: 'failed' })
  })

  test('reactivates the retired embedded scorer instead of adding one', async () => {
    const { project } = await makeLabelled(2)
    const { scorer } = await train(project)
    await retireScorer.execute(project.admin, { project: project.slug, scorer })
    await runTraining(project)
    expect((await train(project)).scorer).toBe(scorer)
    expect((await list(project)).scorers).toMatchObject([{ isRetired: false, kind: 'embedded' }])
  })
})

describe('the training data of the embedded scorer', () => {
  test('contains submitted, finished, regular annotations without gold, screening and held-out problems', async () => {
    const { project, ids } = await makeProblems(9)
    await labelSolution(project, ids[0]!, [1, -1])
    await labelSolution(project, ids[0]!, [1, 0, 1])
    await labelSolution(project, ids[1]!, [1, 1, 1], { isQualityControl: true })
    await labelSolution(project, ids[2]!, [1, 1, 1], { isScreening: true })
    const irregular = await labelSolution(project, ids[3]!, [1, 1, 1])
    await labelSolution(project, ids[4]!, [1], { finishReason: 'give_up' })
    const draft = await labelSolution(project, ids[5]!, [1, 1, 1])
    await labelSolution(project, ids[6]!, [1, 1, 1])
    await labelSolution(project, ids[7]!, [1, 1, 1])
    const db = getDatabase()
    await db.$executeRaw`
      update annotation set state = 'draft', finish_reason = null, submitted_at = null where id = ${draft}::uuid`
    await db.$executeRaw`
      update annotation l set origin = 'imported', user_id = null, import_id = s.import_id, submitted_at = null,
        identity = sha256('a'), irregular = 'as it came'
      from solution s where s.id = l.solution_id and l.id = ${irregular}::uuid`
    await db.$executeRaw`
      insert into gold_item (project_id, solution_id, first_errors) values (${project.id}::uuid, ${ids[6]}::uuid, '{}')`
    const listId = crypto.randomUUID()
    await db.$executeRaw`
      insert into held_out_list (project_id, id, name, problems, sha256, user_id)
      values (${project.id}::uuid, ${listId}::uuid, 'List', 1, ${Buffer.alloc(32)}, ${project.admin.userId}::uuid)`
    await db.$executeRaw`
      insert into held_out_problem (project_id, list_id, statement_hash)
      select ${project.id}::uuid, ${listId}::uuid, hash_statement(p.statement) from problem p
        join solution s on s.problem_id = p.id where s.id = ${ids[7]}::uuid`
    expect(await readAll(project)).toEqual([
      expect.objectContaining({ ratings: [1, -1], problem: 'What is 0 plus 7?' }),
      expect.objectContaining({
        ratings: [1, 0, 1],
        steps: ['Take 0.', 'So 0 + 7 = 7.', 'It is 7.'],
      }),
    ])
    expect(await list(project)).toMatchObject({ labelled: 1, solutions: 9, withImportedScores: 0 })
  })

  test('contains the chosen options in flow step_choice', async () => {
    const { project, ids } = await makeProblems(1)
    const id = await labelSolution(project, ids[0]!, [1, 1, -1])
    const db = getDatabase()
    await db.$executeRaw`
      insert into step_option (project_id, solution_id, step, option, text)
      select ${project.id}::uuid, ${ids[0]}::uuid, step, option, 'Step ' || step || ', option ' || option
      from generate_series(0, 2) step, generate_series(0, 1) option`
    await db.$executeRaw`
      insert into option_rating (project_id, annotation_id, solution_id, step, position, option, rating)
      values (${project.id}::uuid, ${id}::uuid, ${ids[0]}::uuid, 0, 0, 1, 0),
        (${project.id}::uuid, ${id}::uuid, ${ids[0]}::uuid, 0, 1, 0, -1),
        (${project.id}::uuid, ${id}::uuid, ${ids[0]}::uuid, 2, 1, 1, -1)`
    await db.$executeRaw`
      insert into human_option (project_id, annotation_id, step, text, flagged)
      values (${project.id}::uuid, ${id}::uuid, 1, 'In my own words.', false)`
    await db.$executeRaw`
      update annotation set flow = 'step_choice', chosen = '{0,null,1}', offered = '{2,2,2}' where id = ${id}::uuid`
    expect(await readAll(project)).toEqual([
      expect.objectContaining({
        steps: ['Step 0, option 1', 'In my own words.', 'Step 2, option 1'],
        ratings: [0, 1, -1],
      }),
    ])
  })
})

const copies = isFullTestRun ? 12_000 : 5_000

test('a score run of the embedded scorer stops soon after an abort, and can be resumed', async () => {
  const { project, ids } = await makeLabelled(20)
  const { scorer } = await train(project)
  await runTraining(project)
  await getDatabase().$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
      verdict_reason, grader_version, metadata, import_id)
    select s.project_id, uuidv7(), s.problem_id, sha256(convert_to('i' || i, 'UTF8')), sha256(convert_to('c' || i, 'UTF8')),
      s.record_hash, s.flow, s.steps || s.steps || s.steps, s.verdict, s.verdict_reason, s.grader_version, s.metadata,
      s.import_id
    from solution s, generate_series(1, ${copies}::int) i where s.id = ${ids[0]}::uuid`
  // Counts stop at 10,001, so that no page waits for a long count.
  expect(await list(project)).toMatchObject({
    solutions: Math.min(10_001, copies + 20),
    withImportedScores: 0,
  })
  const run = await startTestScoreRun(project, scorer)
  const ending = new AbortController()
  const running = executeScoreRun(run.run, ending.signal)
  const params = { project: project.slug, run: run.run }
  await vi.waitUntil(async () => (await getScoreRun.execute(project.admin, params)).doneRows > 0, {
    timeout: 20_000,
    interval: 5,
  })
  ending.abort(new Error('the process ends'))
  expect(await running).toBe('later')
  const { doneRows } = await getScoreRun.execute(project.admin, params)
  expect(doneRows).toBeLessThan(copies + 20)
  expect(await getDatabase().solutionScore.count({ where: { runId: run.run } })).toBe(doneRows)
  await executeScoreRun(run.run)
  expect(await getScoreRun.execute(project.admin, params)).toMatchObject({
    state: 'done',
    doneRows: copies + 20,
    allRows: copies + 20,
  })
  await expect(
    resumeScoreRun.execute(project.admin, { project: project.slug, run: crypto.randomUUID() }),
  ).rejects.toThrow('Score run not found')
})
