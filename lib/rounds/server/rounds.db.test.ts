import { beforeEach, describe, expect, test } from 'vitest'
import { importAnswers } from '@/lib/answers/testing/answered-project'
import { markSolutionAsGold } from '@/lib/gold/server/commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listQueue } from '@/lib/queue/server/list-queue'
import {
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  completeLease,
  makeAnnotators,
} from '@/lib/queue/testing/queue-fixtures'
import {
  requestRoundStart,
  findSolutionIdByExternalId,
  planAndStartRound,
  planRoundAndWait,
  readQueueRows,
  readRoundOfProject,
  runRoundJobUntilDone,
} from '@/lib/rounds/testing/run-round'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { cancelRound, closeRound, startRound } from './commands'
import { listRounds } from './queries'

useTestDatabase()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

/** Problem p: two wrong answers and a correct one; q: a wrong answer; r: a wrong answer without a score. */
const importThree = () =>
  importAnswers(project, [
    [
      'p',
      '2',
      [
        { answer: '3', score: 0.9 },
        { answer: '4', score: 0.8 },
        { answer: '2', score: 0.99 },
      ],
    ],
    ['q', '2', [{ answer: '3', score: 0.95 }]],
    ['r', '2', [{ answer: '3' }]],
  ])

const names = async () => (await readQueueRows(project)).map(({ name }) => name)
const identify = (round: string) => ({ project: project.slug, round })

describe('the plan of a round', () => {
  test('previews the selection with reasons and changes nothing', async () => {
    await importThree()
    const before = await readQueueRows(project)
    const plannedRound = await planRoundAndWait(project)
    expect(plannedRound).toMatchObject({
      state: 'planned',
      number: null,
      message: null,
      readRows: 5,
      allRows: 5,
      by: project.admin.name,
      outcome: {
        solutions: 5,
        queued: 2,
        annotations: 2,
        steps: 4,
        carriedOver: 0,
        removed: 5,
        slices: [{ slice: 'convincing-wrong', queued: 2, matching: 3 }],
      },
    })
    const { notSelected, firstItems } = plannedRound.outcome!
    expect(notSelected.map(({ reason, solutions }) => [reason, solutions])).toEqual([
      ['no-slice', 1],
      ['no-score', 1],
      ['per-problem-cap', 1],
    ])
    expect(notSelected[2]!.examples).toEqual([await findSolutionIdByExternalId(project, 'p/1')])
    expect(notSelected[2]!.facts).toEqual([{ verdict: 'wrong', score: 0.8 }])
    expect(firstItems).toMatchObject([
      {
        externalId: 'q/0',
        reason: 'only eligible wrong answer to its problem',
      },
      {
        externalId: 'p/0',
        problem: 'Problem p: what is it?',
        answer: '3',
        referenceAnswer: '2',
        slice: 'convincing-wrong',
        score: 0.9,
        verdict: 'wrong',
        steps: 2,
        slots: 1,
        selectionProbability: 1,
        reason: 'highest-scored of 2 eligible wrong answers to its problem',
      },
    ])
    expect(firstItems[1]!.solution).toBe(await findSolutionIdByExternalId(project, 'p/0'))
    expect(await readQueueRows(project)).toEqual(before)
  })

  test('replaces an earlier plan that was not started', async () => {
    await importThree()
    const [first, second] = [await planRoundAndWait(project), await planRoundAndWait(project)]
    expect(await readRoundOfProject(project, first.round)).toMatchObject({
      state: 'cancelled',
      message: 'Replaced by a newer plan. The queue was not changed.',
    })
    await expect(startRound.execute(project.admin, identify(first.round))).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The round is cancelled: only a planned round can be started. Nothing was changed. Reload to see its state.',
    })
    const { rounds } = await listRounds.execute(project.admin, { project: project.slug })
    expect(rounds.map(({ round, state }) => [round, state])).toEqual([
      [second.round, 'planned'],
      [first.round, 'cancelled'],
    ])
    expect(rounds[0]!.outcome).toMatchObject({ queued: 2, firstItems: [] })
  })

  test('is listed with the rounds, even after 60 failed and cancelled plans', async () => {
    await importThree()
    const { round } = await planAndStartRound(project)
    await getDatabase().$executeRaw`
      insert into "round" (project_id, id, user_id, policy, state, created_at)
      select project_id, gen_random_uuid(), user_id, policy, case when i % 2 = 0 then 'failed' else 'cancelled' end::round_state,
        created_at + make_interval(secs => i / 1000.0)
      from "round", generate_series(1, 60) as i where project_id = ${project.id}::uuid`
    const { round: plan } = await planRoundAndWait(project)
    const { rounds } = await listRounds.execute(project.admin, { project: project.slug })
    expect(rounds).toHaveLength(12)
    expect(rounds.map((summary) => summary.round)).toEqual(expect.arrayContaining([round, plan]))
    const times = rounds.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('can be listed by the number of its round when 60 newer rounds exist', async () => {
    await importThree()
    const { round } = await planAndStartRound(project)
    await getDatabase().$executeRaw`
      insert into "round" (project_id, id, user_id, number, policy, state, started_at, created_at)
      select project_id, gen_random_uuid(), user_id, number + i, policy, 'closed', started_at, created_at + make_interval(secs => i)
      from "round", generate_series(1, 60) as i where project_id = ${project.id}::uuid`
    const list = (number?: number) =>
      listRounds.execute(project.admin, { project: project.slug, number })
    const [all, first, missing] = [await list(), await list(1), await list(62)]
    expect(all.rounds.map((summary) => summary.number)).not.toContain(1)
    expect(first.rounds.map((summary) => summary.round)).toEqual([round])
    expect(missing.rounds).toEqual([])
  })

  test('is rejected if its extra overlap would add no annotators', async () => {
    await importThree()
    await expect(
      planRoundAndWait(project, { overlap: { annotators: 2, share: 0.5, extraAnnotators: 2 } }),
    ).rejects.toThrow('Enter more than 2: each solution already has 2 annotators.')
  })

  test('can’t be started if it selects nothing, and can be cancelled only once', async () => {
    await importAnswers(project, [['p', '2', [{ answer: '2', score: 0.9 }]]])
    const { round } = await planRoundAndWait(project)
    await expect(startRound.execute(project.admin, identify(round))).rejects.toThrow(
      'selects no solutions',
    )
    expect(await cancelRound.execute(project.admin, identify(round))).toMatchObject({
      state: 'cancelled',
      message: 'Cancelled. The queue was not changed.',
    })
    await expect(cancelRound.execute(project.admin, identify(round))).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('a round', () => {
  test('fills the queue in order, with slice, reason, score and probability', async () => {
    await importThree()
    const startedRound = await planAndStartRound(project, { perProblem: null })
    expect(startedRound).toMatchObject({ state: 'active', number: 1, closedAt: null })
    expect(startedRound.startedAt).not.toBeNull()
    expect(startedRound.outcome).toMatchObject({ queued: 3, carriedOver: 0, removed: 5 })
    const common = { slice: 'convincing-wrong', tier: 0, slots: 1, leased: 0, done: 0, round: 1 }
    expect(await readQueueRows(project)).toEqual([
      {
        ...common,
        name: 'q/0',
        pass: 1,
        priority: 0.95,
        score: 0.95,
        probability: 1,
        reason: 'only eligible wrong answer to its problem',
      },
      {
        ...common,
        name: 'p/0',
        pass: 2,
        priority: 0.9,
        score: 0.9,
        probability: 1,
        reason: 'highest-scored of 2 eligible wrong answers to its problem',
      },
      {
        ...common,
        name: 'p/1',
        pass: 3,
        priority: 0.8,
        score: 0.8,
        probability: 1,
        reason: '2nd-highest-scored of 2 eligible wrong answers to its problem',
      },
    ])
    const { items } = await listQueue.execute(project.admin, {
      project: project.slug,
      limit: 20,
    })
    expect(items.map(({ externalId, round }) => [externalId, round])).toEqual([
      ['q/0', 1],
      ['p/0', 1],
      ['p/1', 1],
    ])
  })

  test('serves its items in order, stores their probabilities, and gives only the random sample to two annotators', async () => {
    await importAnswers(
      project,
      Array.from({ length: 10 }, (_, i) => [
        `p${i}`,
        '2',
        [
          { answer: '3', score: i / 10 },
          { answer: '2', score: 0.5 },
        ],
      ]),
    )
    const { outcome } = await planAndStartRound(project, {
      size: 10,
      exploration: 0.4,
      perProblem: 1,
    })
    expect(outcome!.slices).toEqual([
      { slice: 'convincing-wrong', queued: 6, matching: 10 },
      { slice: 'random', queued: 4, matching: 20 },
    ])
    expect(outcome!.scored).toEqual({ bySolution: 20, bySteps: 0 })
    const queue = await readQueueRows(project)
    for (const { slice, slots, probability, reason } of queue) {
      expect(slots).toBe(slice === 'random' ? 2 : 1)
      expect(probability).toBe(slice === 'random' ? 4 / 20 : 1)
      expect(reason.startsWith('sampled from 20 eligible')).toBe(slice === 'random')
    }
    const [person] = await makeAnnotators(project, 1)
    const servedSolutions: string[] = []
    for (const { name } of queue) {
      const item = await claimSolutionOrThrow(project, person!)
      servedSolutions.push(item.solution)
      expect(item.solution).toBe(await findSolutionIdByExternalId(project, name))
      await completeLease(project, person!, item)
    }
    expect(new Set(servedSolutions).size).toBe(10)
  })

  test('reports a requested slice that selects nothing', async () => {
    await importThree()
    const slices = [
      { policy: 'convincing-wrong', share: 0.5 },
      { policy: 'uncertain', share: 0.5 },
    ]
    const { outcome } = await planAndStartRound(project, { slices, size: 30, perProblem: 1 })
    expect(outcome!.slices).toEqual([
      { slice: 'convincing-wrong', queued: 2, matching: 3 },
      { slice: 'uncertain', queued: 0, matching: 0 },
    ])
  })

  test('counts no gold among the waiting items that it replaces, like its plan', async () => {
    await importThree()
    const [gold] = await readQueueRows(project)
    await markSolutionAsGold.execute(project.admin, {
      project: project.slug,
      solution: await findSolutionIdByExternalId(project, gold!.name),
      revision: 1,
      firstErrors: [0],
      explanation: '',
    })
    expect((await planRoundAndWait(project)).outcome).toMatchObject({ removed: 4 })
    expect((await planAndStartRound(project)).outcome).toMatchObject({ removed: 4 })
  })

  test('replaces the previous round: items in progress stay, and waiting ones are removed', async () => {
    project = await makeProject({ overlap: 2 }, project.admin)
    await importThree()
    const first = await planAndStartRound(project, { perProblem: null })
    const [ann, ben] = await makeAnnotators(project, 2)
    await completeLease(project, ann!, await claimSolutionOrThrow(project, ann!)) // q/0
    await claimSolutionOrThrow(project, ben!) // q/0 too
    await claimSolutionOrThrow(project, ann!) // p/0
    const second = await planAndStartRound(project, {
      slices: [{ policy: 'paper-80-20', share: 1 }],
    })
    expect(second).toMatchObject({ number: 2, state: 'active' })
    expect(await readRoundOfProject(project, first.round)).toMatchObject({
      state: 'closed',
      number: 1,
    })
    expect(second.outcome).toMatchObject({ queued: 1, carriedOver: 2, removed: 1 })
    expect(
      (await readQueueRows(project)).map(({ name, round, slice, leased, done }) => ({
        name,
        round,
        slice,
        leased,
        done,
      })),
    ).toEqual(
      expect.arrayContaining([
        { name: 'q/0', round: 1, slice: 'convincing-wrong', leased: 1, done: 1 },
        { name: 'p/0', round: 1, slice: 'convincing-wrong', leased: 1, done: 0 },
        { name: 'p/1', round: 2, slice: 'paper-80-20', leased: 0, done: 0 },
      ]),
    )
    expect(second.outcome!.notSelected).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reason: 'labelled', solutions: 1 })]),
    )
    expect(await getDatabase().annotation.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('ends expired leases before it determines which items are in progress', async () => {
    await importThree()
    const [ann] = await makeAnnotators(project, 1)
    await claimSolutionOrThrow(project, ann!)
    await getDatabase().$executeRaw`
      update lease set claimed_at = now() - interval '2 minutes', expires_at = now() - interval '1 minute'
      where project_id = ${project.id}::uuid`
    await planAndStartRound(project)
    expect(await readQueueRows(project)).toMatchObject([
      { name: 'q/0', leased: 0, round: 1 },
      { name: 'p/0', leased: 0, round: 1 },
    ])
  })

  test('selects again when it starts, without solutions labelled since it was planned', async () => {
    await importThree()
    const { round } = await planRoundAndWait(project)
    const [ann] = await makeAnnotators(project, 1)
    await completeLease(project, ann!, await claimSolutionOrThrow(project, ann!))
    await requestRoundStart(project, round)
    const startedRound = await runRoundJobUntilDone(project, round)
    expect(startedRound.outcome!.firstItems.map(({ externalId }) => externalId)).toEqual(['p/0'])
    expect(startedRound.outcome!.notSelected).toContainEqual(
      expect.objectContaining({ reason: 'labelled', solutions: 1 }),
    )
  })

  test('keeps items in progress when closed', async () => {
    await importThree()
    const { round } = await planAndStartRound(project, { perProblem: null })
    const [ann] = await makeAnnotators(project, 1)
    await claimSolutionOrThrow(project, ann!)
    expect(await closeRound.execute(project.admin, identify(round))).toMatchObject({
      state: 'closed',
    })
    expect(await names()).toEqual(['q/0'])
    await expect(closeRound.execute(project.admin, identify(round))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await planAndStartRound(project)).number).toBe(2)
  })

  test('can’t be closed while it is only planned', async () => {
    await importThree()
    const { round } = await planRoundAndWait(project)
    await expect(closeRound.execute(project.admin, identify(round))).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The round is planned: only the active round can be closed. Nothing was changed. Reload to see its state.',
    })
  })

  test('ends expired leases before it is closed', async () => {
    await importThree()
    const { round } = await planAndStartRound(project)
    const [ann] = await makeAnnotators(project, 1)
    await expireLeaseInDatabase((await claimSolutionOrThrow(project, ann!)).lease.id)
    await closeRound.execute(project.admin, identify(round))
    expect(await names()).toEqual([])
  })

  test('can’t be started if it would now select nothing', async () => {
    await importThree()
    const first = await planAndStartRound(project, { perProblem: null })
    const { round } = await planRoundAndWait(project, { perProblem: null })
    const people = await makeAnnotators(project, 3)
    for (const person of people) await claimSolutionOrThrow(project, person)
    const before = await readQueueRows(project)
    await requestRoundStart(project, round)
    expect(await runRoundJobUntilDone(project, round)).toMatchObject({
      state: 'failed',
      number: null,
      message: expect.stringContaining('has since been labelled') as string,
    })
    expect(await readQueueRows(project)).toEqual(before)
    expect(await readRoundOfProject(project, first.round)).toMatchObject({ state: 'active' })
  })

  test('has the same items for the same inputs', async () => {
    await importAnswers(
      project,
      Array.from({ length: 12 }, (_, i) => [
        `p${i}`,
        '2',
        [
          { answer: '3', score: (i * 7) % 5 },
          { answer: '2', score: 0.5 },
        ],
      ]),
    )
    const policy = { exploration: 0.3, overlap: { share: 0.5 }, seed: 11 }
    const listPositions = async () =>
      (await readQueueRows(project)).map(({ name, slice, pass, slots }) => ({
        name,
        slice,
        pass,
        slots,
      }))
    await planAndStartRound(project, policy)
    const first = await listPositions()
    await planAndStartRound(project, policy)
    expect(await listPositions()).toEqual(first)
    await planAndStartRound(project, { ...policy, seed: 12 })
    expect(await listPositions()).not.toEqual(first)
  })

  test('has audit entries of its plan, of the request to start it, and of its start', async () => {
    await importThree()
    const { round } = await planAndStartRound(project)
    const entries = await getDatabase().$queryRaw<{ actor: string; detail: unknown }[]>`
      select actor, detail::jsonb as detail from audit_entry where target = ${`round:${round}`} order by at`
    expect(entries.map(({ detail }) => detail)).toMatchObject([
      { operation: 'plan' },
      { operation: 'start' },
      { operation: 'started', number: 1, queued: 2, removed: 5 },
    ])
  })
})
