import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { excludeSolution } from '@/lib/queue/server/exclusion-commands'
import {
  claimSolutionOrThrow,
  completeLease,
  makeAnnotators,
  returnAnnotationAsRework,
} from '@/lib/queue/testing/queue-fixtures'
import {
  requestRoundPlan,
  findSolutionIdByExternalId,
  labelledImportLine,
  planAndStartRound,
  planRoundAndWait,
  readQueueRows,
  runRoundJobUntilDone,
  type RoundDetails,
} from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

useTestDatabase()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const countNotSelected = ({ outcome }: RoundDetails) =>
  Object.fromEntries(outcome!.notSelected.map(({ reason, solutions }) => [reason, solutions]))
const listFirstItems = ({ outcome }: RoundDetails) =>
  outcome!.firstItems.map(({ externalId, score }) => [externalId, score])

/** A score to store; by default, of a solution with two steps. */
interface StoredScore {
  steps?: number[]
  product?: number
  strict?: number
  strictMinimum?: number
  lowest?: number
  disagreement?: number | null
}

const findSolution = (name: string) => findSolutionIdByExternalId(project, name)

describe('ineligible solutions', () => {
  beforeEach(async () => {
    await importLines(
      project,
      Array.from({ length: 9 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 10])),
    )
  })

  test('include gold, excluded, labelled, in-progress, rework and held-out solutions', async () => {
    const [ann] = await makeAnnotators(project, 1)
    await completeLease(project, ann!, await claimSolutionOrThrow(project, ann!)) // p0: labelled
    const returnedClaim = await claimSolutionOrThrow(project, ann!)
    await completeLease(project, ann!, returnedClaim)
    await returnAnnotationAsRework(project, ann!, returnedClaim.solution) // p1: rework for ann
    await getDatabase().$executeRaw`
      update queue_item set done = 0 where project_id = ${project.id}::uuid and solution_id = ${returnedClaim.solution}::uuid`
    const [ben] = await makeAnnotators(project, 1)
    // p1, which has a free slot again, and p2: in progress
    await claimSolutionOrThrow(project, ben!)
    await claimSolutionOrThrow(project, (await makeAnnotators(project, 1))[0]!)
    await getDatabase().goldItem.create({
      data: { projectId: project.id, solutionId: await findSolution('p4/0'), firstErrors: [0] },
    })
    await excludeSolution.execute(project.admin, {
      project: project.slug,
      solution: await findSolution('p5/0'),
      reason: 'A riddle.',
    })
    const list = randomUUID()
    await getDatabase().heldOutList.create({
      data: {
        projectId: project.id,
        id: list,
        name: 'test set',
        problems: 1,
        sha256: Buffer.alloc(32),
        userId: project.admin.userId,
      },
    })
    await getDatabase().$executeRaw`
      insert into held_out_problem (project_id, list_id, statement_hash)
      select project_id, ${list}::uuid, hash_statement(statement) from problem
      where project_id = ${project.id}::uuid and external_id = 'p6'`
    const plannedRound = await planRoundAndWait(project)
    expect(countNotSelected(plannedRound)).toEqual({
      gold: 1,
      excluded: 1,
      labelled: 1,
      'in-progress': 2,
      'held-out': 1,
    })
    expect(listFirstItems(plannedRound)).toEqual(listFirstItems(await planAndStartRound(project)))
    expect(listFirstItems(plannedRound).map(([name]) => name)).toEqual(['p3/0', 'p7/0', 'p8/0'])
  })

  test('include solutions of another flow, without steps, or with imported labels', async () => {
    await getDatabase().$executeRaw`
      update solution set flow = 'step_choice' where project_id = ${project.id}::uuid and external_id = 'p0/0'`
    await getDatabase().$executeRaw`
      update solution set flow = 'step_choice', steps = '{}'
      where project_id = ${project.id}::uuid and external_id = 'p1/0'`
    const { annotations } = await importLines(project, labelledImportLine)
    expect(annotations).toBe(1)
    expect(countNotSelected(await planRoundAndWait(project))).toEqual({
      'no-steps': 1,
      'other-flow': 1,
      labelled: 1,
    })
  })
})

describe('scores of candidates', () => {
  const makeScored = (id: string, samples: Record<string, unknown>[]) => ({
    id,
    problem: `Problem ${id}: what is it?`,
    answer: '2',
    samples: samples.map((sample, i) => ({
      id: `${id}/${i}`,
      steps: [`First of ${id}/${i}.`, 'Last.'],
      answer: '3',
      ...sample,
    })),
  })

  test('are the imported solution score, or computed from step scores if there is none', async () => {
    await importLines(project, [
      makeScored('a', [{ step_scores: [0.9, 0.5] }]),
      makeScored('b', [{ step_scores: [0.2, 0.9], score: 7 }]),
      makeScored('c', [
        {
          step_scores: [
            [0.1, 0.3, 0.6],
            [0.2, 0, 0.8],
          ],
        },
      ]),
      makeScored('d', [{}]),
    ])
    const planByScore = async (scores: Record<string, unknown>) =>
      Object.fromEntries(
        listFirstItems(await planRoundAndWait(project, { scores })).map(([name, score]) => [
          name,
          Number(Number(score).toFixed(6)),
        ]),
      )
    expect(await planByScore({})).toEqual({ 'a/0': 0.45, 'b/0': 7, 'c/0': 0.72 })
    expect(await planByScore({ neutral: 'negative' })).toEqual({
      'a/0': 0.45,
      'b/0': 7,
      'c/0': 0.48,
    })
    expect(await planByScore({ aggregation: 'minimum' })).toEqual({
      'a/0': 0.5,
      'b/0': 7,
      'c/0': 0.8,
    })
    expect(await planByScore({ aggregation: 'last' })).toEqual({ 'a/0': 0.5, 'b/0': 7, 'c/0': 0.8 })
    expect((await planByScore({ aggregation: 'geometric-mean' }))['a/0']).toBeCloseTo(
      Math.sqrt(0.45),
      5,
    )
  })

  test('are the share of solutions with the same answer if the policy uses no scores', async () => {
    await importLines(project, [
      makeScored('a', [{ answer: '3' }, { answer: '3.0' }, { answer: '2' }, { answer: '5' }]),
    ])
    const plannedRound = await planRoundAndWait(project, {
      scores: { source: 'none' },
      perProblem: null,
    })
    expect(listFirstItems(plannedRound)).toEqual([
      ['a/0', 0.5],
      ['a/1', 0.5],
      ['a/3', 0.25],
    ])
    expect(plannedRound.outcome!.scored).toBeNull()
  })

  test('from a score run include its aggregation, lowest step and ensemble disagreement; failed solutions have none', async () => {
    await importLines(project, [makeScored('a', [{}, {}, {}])])
    const run = await insertRun('done')
    await insertScore(run, 'a/0', { product: 0.5, strict: 0.1, disagreement: 0.3 })
    await insertScore(run, 'a/1', { product: 0.4, strict: 0.3, disagreement: 0.6 })
    await getDatabase().$executeRaw`
      insert into solution_score (project_id, run_id, solution_id, step_scores, message)
      values (${project.id}::uuid, ${run}::uuid, ${await findSolution('a/2')}::uuid, '{}', 'no answer')`
    const policy = { perProblem: null, scores: { source: run } }
    const plannedRound = await planRoundAndWait(project, policy)
    expect(plannedRound.scores).toEqual({
      run: 1,
      model: 'a model',
      scorerName: 'a scorer',
      kind: 'server',
      version: null,
    })
    expect(listFirstItems(plannedRound)).toEqual([
      ['a/0', 0.5],
      ['a/1', 0.4],
    ])
    expect(countNotSelected(plannedRound)).toEqual({ 'no-score': 1 })
    expect(plannedRound.outcome!.scored).toEqual({ bySolution: 0, bySteps: 2 })
    const strict = await planRoundAndWait(project, {
      ...policy,
      scores: { source: run, neutral: 'negative' },
    })
    expect(listFirstItems(strict)).toEqual([
      ['a/1', 0.3],
      ['a/0', 0.1],
    ])
    await planAndStartRound(project, { ...policy, slices: [{ policy: 'uncertain', share: 1 }] })
    expect((await readQueueRows(project)).map(({ name, reason }) => [name, reason])).toEqual([
      ['a/1', 'ensemble disagreement 0.60'],
      ['a/0', 'ensemble disagreement 0.30'],
    ])
  })

  test('are ignored if the steps have been repaired since the run', async () => {
    await importLines(project, [makeScored('a', [{}, {}])])
    const run = await insertRun('done')
    await insertScore(run, 'a/0', { product: 0.9 })
    await insertScore(run, 'a/1', { product: 0.4 })
    await getDatabase().$executeRaw`
      update solution set revision = 2 where project_id = ${project.id}::uuid and external_id = 'a/0'`
    const plannedRound = await planRoundAndWait(project, {
      perProblem: null,
      scores: { source: run },
    })
    expect(listFirstItems(plannedRound)).toEqual([['a/1', 0.4]])
    expect(countNotSelected(plannedRound)).toEqual({ 'no-score': 1 })
  })

  test('have the step entropy as uncertainty without an ensemble, for runs and imports', async () => {
    const slices = [{ policy: 'uncertain', share: 1 }]
    const sureScores = [0.9, 0.99]
    const evenScores = [
      [0.3, 0.3, 0.4],
      [0.1, 0.1, 0.8],
    ]
    await importLines(project, [
      makeScored('a', [
        { step_scores: sureScores },
        { step_scores: evenScores },
        { step_scores: [0.5, 0.9] },
        {},
      ]),
    ])
    const imported = await planRoundAndWait(project, { perProblem: null, slices })
    expect(listFirstItems(imported).map(([name]) => name)).toEqual(['a/1', 'a/2', 'a/0'])
    expect(imported.outcome!.firstItems[0]!.reason).toBe('step entropy 0.86')
    const run = await insertRun('done')
    await insertScore(run, 'a/0', { steps: evenScores.flat() })
    await insertScore(run, 'a/1', { steps: [0.5, 0.9] })
    await insertScore(run, 'a/2', { steps: sureScores })
    const plannedRound = await planRoundAndWait(project, {
      perProblem: null,
      slices,
      scores: { source: run },
    })
    expect(listFirstItems(plannedRound).map(([name]) => name)).toEqual(['a/0', 'a/1', 'a/2'])
    expect(countNotSelected(plannedRound)).toEqual({ 'no-score': 1 })
  })

  test('count neutral as negative in the lowest step score if the round says so', async () => {
    const steps = [
      [0.3, 0, 0.7],
      [0.1, 0.5, 0.4],
    ]
    await importLines(project, [makeScored('a', [{ answer: '2', step_scores: steps }])])
    const run = await insertRun('done')
    await insertScore(run, 'a/0', { steps: steps.flat(), strictMinimum: 0.4, lowest: 0 })
    const slices = [{ policy: 'right-answer-weak-process', share: 1 }]
    for (const source of ['imported', run]) {
      const { outcome } = await planRoundAndWait(project, {
        slices,
        scores: { source, neutral: 'negative' },
      })
      expect(outcome!.firstItems[0]!.reason).toBe('lowest step score 0.40 at step 2')
    }
  })

  test('have no lowest step score if only whole solutions were scored', async () => {
    await importLines(project, [makeScored('a', [{}, { answer: '2' }])])
    const run = await insertRun('done')
    for (const name of ['a/0', 'a/1'])
      await getDatabase().$executeRaw`
        insert into solution_score (project_id, run_id, solution_id, line, step_scores, product, minimum, geometric_mean,
          last, strict_product, strict_minimum, strict_geometric_mean, strict_last)
        values (${project.id}::uuid, ${run}::uuid, ${await findSolution(name)}::uuid, 1, '{}', 7, 7, 7, 7, 7, 7, 7, 7)`
    const plan = (policy: string, aggregation: string) =>
      planRoundAndWait(project, {
        slices: [{ policy, share: 1 }],
        scores: { source: run, aggregation },
      })
    const convincingWrongRound = await plan('convincing-wrong', 'minimum')
    expect(listFirstItems(convincingWrongRound)).toEqual([['a/0', 7]])
    expect(convincingWrongRound.outcome!.scored).toEqual({ bySolution: 2, bySteps: 0 })
    const weakProcessRound = await plan('right-answer-weak-process', 'minimum')
    expect(listFirstItems(weakProcessRound)).toEqual([])
    expect(countNotSelected(weakProcessRound)).toEqual({ 'no-slice': 2 })
  })

  test('are rejected if they come from an unfinished run or another project', async () => {
    const run = await insertRun('running')
    await expect(requestRoundPlan(project, { scores: { source: run } })).rejects.toMatchObject({
      code: 'conflict',
    })
    const otherProject = await makeProject({}, project.admin)
    await expect(requestRoundPlan(otherProject, { scores: { source: run } })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
  })

  describe('fail the round if, after it was requested,', () => {
    const readFailure = async (changeRun: (id: string) => Promise<unknown>) => {
      await importLines(project, [makeScored('a', [{}])])
      const run = await insertRun('done')
      const { round } = await requestRoundPlan(project, { scores: { source: run } })
      await changeRun(run)
      const { state, message } = await runRoundJobUntilDone(project, round)
      expect(state).toBe('failed')
      return message
    }

    test('their run was deleted', async () => {
      const deleteRun = async (id: string) => {
        await getDatabase().round.updateMany({
          where: { scoreRunId: id },
          data: { scoreRunId: null },
        })
        await getDatabase().scoreRun.deleteMany({ where: { id } })
      }
      expect(await readFailure(deleteRun)).toBe(
        'The score run of this round no longer exists. Nothing was changed. Plan the round with another run.',
      )
    })

    test('their run was resumed and cancelled', async () => {
      const cancelRun = (id: string) =>
        getDatabase().scoreRun.updateMany({ where: { id }, data: { state: 'cancelled' } })
      expect(await readFailure(cancelRun)).toBe(
        'The score run of this round is cancelled. Nothing was changed. Choose a run that is done and plan the round again.',
      )
    })
  })

  async function insertScore(
    run: string,
    name: string,
    { product = 0.5, strict = 0.1, strictMinimum = 0.1, lowest = 1, ...more }: StoredScore,
  ) {
    const { steps = [0.5, 0.5], disagreement = null } = more
    await getDatabase().$executeRaw`
      insert into solution_score (project_id, run_id, solution_id, step_scores, product, minimum, geometric_mean, last,
        strict_product, strict_minimum, strict_geometric_mean, strict_last, lowest_step, disagreement)
      values (${project.id}::uuid, ${run}::uuid, ${await findSolution(name)}::uuid, ${steps}::real[], ${product}, 0.2, 0.3, 0.4,
        ${strict}, ${strictMinimum}, 0.1, 0.1, ${lowest}::int, ${disagreement}::float8)`
  }

  async function insertRun(state: 'done' | 'running') {
    const [scorer, run] = [randomUUID(), randomUUID()]
    const { id: projectId, admin } = project
    await getDatabase().scorer.create({
      data: { projectId, id: scorer, name: 'a scorer', kind: 'server', userId: admin.userId },
    })
    await getDatabase().scoreRun.create({
      data: {
        projectId,
        id: run,
        number: 1,
        scorerId: scorer,
        model: 'a model',
        scope: 'all',
        state,
        userId: admin.userId,
      },
    })
    return run
  }
})
