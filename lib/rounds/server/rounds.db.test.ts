import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolution, expireLease, finish, join } from '@/lib/queue/testing/made-queue'
import { listQueueHead } from '@/lib/queue/server/queries'
import { importAnswers } from '@/lib/review/testing/answered-project'
import {
  beginOpeningOf,
  findSolution,
  openIt,
  planIt,
  readQueue,
  readRoundOf,
  runRound,
} from '@/lib/rounds/testing/run-round'
import { makeProject, type MadeProject } from '@/prisma/seed/factories'
import { cancelRound, closeRound, openRound } from './commands'
import { listRounds } from './queries'

useTestDatabase()

let project: MadeProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

/** Two wrong of p and a right one, one wrong of q, one of r without a score. */
const importThree = () =>
  importAnswers(project, [
    [
      'p',
      '2',
      [
        { given: '3', score: 0.9 },
        { given: '4', score: 0.8 },
        { given: '2', score: 0.99 },
      ],
    ],
    ['q', '2', [{ given: '3', score: 0.95 }]],
    ['r', '2', [{ given: '3' }]],
  ])

const names = async () => (await readQueue(project)).map(({ name }) => name)
const at = (round: string) => ({ project: project.slug, round })

describe('a plan', () => {
  test('says what it would select and leave out, and why, and changes nothing', async () => {
    await importThree()
    const before = await readQueue(project)
    const planned = await planIt(project)
    expect(planned).toMatchObject({
      ...{ state: 'planned', number: null, message: null, readRows: 5, allRows: 5 },
      by: project.admin.name,
      outcome: {
        ...{ solutions: 5, queued: 2, annotations: 2, steps: 4, kept: 0, dropped: 5 },
        slices: [{ slice: 'convincing-wrong', queued: 2, found: 3 }],
      },
    })
    const { leftOut, head } = planned.outcome!
    expect(leftOut.map(({ reason, solutions }) => [reason, solutions])).toEqual([
      ['not-asked-for', 1],
      ['no-score', 1],
      ['per-problem-cap', 1],
    ])
    expect(leftOut[2]!.examples).toEqual([await findSolution(project, 'p/1')])
    expect(leftOut[2]!.facts).toEqual([{ verdict: 'wrong', score: 0.8 }])
    expect(head).toMatchObject([
      {
        externalId: 'q/0',
        reason: 'score 0.95, answer 3 for 2, the only wrong one of this problem',
      },
      {
        ...{ externalId: 'p/0', problem: 'Problem p: what is it?', answer: '3', truth: '2' },
        ...{ slice: 'convincing-wrong', score: 0.9, verdict: 'wrong', steps: 2, wanted: 1 },
        selectionProbability: 1,
        reason: 'score 0.90, answer 3 for 2, most convincing of 2 wrong of this problem',
      },
    ])
    expect(head[1]!.solution).toBe(await findSolution(project, 'p/0'))
    expect(await readQueue(project)).toEqual(before)
  })

  test('a new one takes the place of the one that waits', async () => {
    await importThree()
    const [first, second] = [await planIt(project), await planIt(project)]
    expect(await readRoundOf(project, first.round)).toMatchObject({
      state: 'cancelled',
      message: 'A newer plan took its place. Nothing was changed.',
    })
    await expect(openRound.execute(project.admin, at(first.round))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The round is cancelled: there is no plan to open. Nothing was changed.',
    })
    const { rounds } = await listRounds.execute(project.admin, { project: project.slug })
    expect(rounds.map(({ round, state }) => [round, state])).toEqual([
      [second.round, 'planned'],
      [first.round, 'cancelled'],
    ])
    expect(rounds[0]!.outcome).toMatchObject({ queued: 2, head: [] })
  })

  test('however many came to nothing, the rounds and the plan that waits are listed', async () => {
    await importThree()
    const { round } = await openIt(project)
    await getDatabase().$executeRaw`
      insert into "round" (project_id, id, user_id, policy, state, created_at)
      select project_id, gen_random_uuid(), user_id, policy, case when i % 2 = 0 then 'failed' else 'cancelled' end::round_state,
        created_at + make_interval(secs => i / 1000.0)
      from "round", generate_series(1, 60) as i where project_id = ${project.id}::uuid`
    const { round: plan } = await planIt(project)
    const { rounds } = await listRounds.execute(project.admin, { project: project.slug })
    expect(rounds).toHaveLength(12)
    expect(rounds.map((each) => each.round)).toEqual(expect.arrayContaining([round, plan]))
    const times = rounds.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('one is found by its number, however many came after it', async () => {
    await importThree()
    const { round } = await openIt(project)
    await getDatabase().$executeRaw`
      insert into "round" (project_id, id, user_id, number, policy, state, opened_at, created_at)
      select project_id, gen_random_uuid(), user_id, number + i, policy, 'closed', opened_at, created_at + make_interval(secs => i)
      from "round", generate_series(1, 60) as i where project_id = ${project.id}::uuid`
    const list = (number?: number) =>
      listRounds.execute(project.admin, { project: project.slug, number })
    const [all, first, none] = [await list(), await list(1), await list(62)]
    expect(all.rounds.map((each) => each.number)).not.toContain(1)
    expect(first.rounds.map((each) => each.round)).toEqual([round])
    expect(none.rounds).toEqual([])
  })

  test('that selects nothing cannot be opened; one that was dropped neither', async () => {
    await importAnswers(project, [['p', '2', [{ given: '2', score: 0.9 }]]])
    const { round } = await planIt(project)
    await expect(openRound.execute(project.admin, at(round))).rejects.toThrow('selects nothing')
    expect(await cancelRound.execute(project.admin, at(round))).toMatchObject({
      state: 'cancelled',
      message: 'Cancelled. Nothing was changed.',
    })
    await expect(cancelRound.execute(project.admin, at(round))).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('an opened round', () => {
  test('is the queue, in its order, with slice, reason, score and probability', async () => {
    await importThree()
    const opened = await openIt(project, { perProblem: null })
    expect(opened).toMatchObject({ state: 'open', number: 1, closedAt: null })
    expect(opened.openedAt).not.toBeNull()
    expect(opened.outcome).toMatchObject({ queued: 3, kept: 0, dropped: 5 })
    const common = { slice: 'convincing-wrong', tier: 0, wanted: 1, held: 0, done: 0, round: 1 }
    expect(await readQueue(project)).toEqual([
      {
        ...{ ...common, name: 'q/0', pass: 1, priority: 0.95, score: 0.95, probability: 1 },
        reason: 'score 0.95, answer 3 for 2, the only wrong one of this problem',
      },
      {
        ...{ ...common, name: 'p/0', pass: 2, priority: 0.9, score: 0.9, probability: 1 },
        reason: 'score 0.90, answer 3 for 2, most convincing of 2 wrong of this problem',
      },
      {
        ...{ ...common, name: 'p/1', pass: 3, priority: 0.8, score: 0.8, probability: 1 },
        reason: 'score 0.80, answer 4 for 2, 2nd most convincing of 2 wrong of this problem',
      },
    ])
    const { items } = await listQueueHead.execute(project.admin, {
      project: project.slug,
      limit: 20,
    })
    expect(items.map(({ externalId, round }) => [externalId, round])).toEqual([
      ['q/0', 1],
      ['p/0', 1],
      ['p/1', 1],
    ])
  })

  test('is served in that order, and explores with a known probability, for two people', async () => {
    await importAnswers(
      project,
      Array.from({ length: 10 }, (_, i) => [
        `p${i}`,
        '2',
        [
          { given: '3', score: i / 10 },
          { given: '2', score: 0.5 },
        ],
      ]),
    )
    const { outcome } = await openIt(project, { size: 10, exploration: 0.4, perProblem: 1 })
    expect(outcome!.slices).toEqual([
      { slice: 'convincing-wrong', queued: 6, found: 10 },
      { slice: 'random', queued: 4, found: 20 },
    ])
    expect(outcome!.scored).toEqual({ whole: 20, bySteps: 0 })
    const queue = await readQueue(project)
    for (const { slice, wanted, probability, reason } of queue) {
      expect(wanted).toBe(slice === 'random' ? 2 : 1)
      expect(probability).toBe(slice === 'random' ? 4 / 20 : 1)
      expect(reason.startsWith('drawn at random from 20 open')).toBe(slice === 'random')
    }
    const [person] = await join(project, 1)
    const served: string[] = []
    for (const { name } of queue) {
      const item = await claimSolution(project, person!)
      served.push(item.solution)
      expect(item.solution).toBe(await findSolution(project, name))
      await finish(project, person!, item)
    }
    expect(new Set(served).size).toBe(10)
  })

  test('says of a slice that got nothing that it was asked for', async () => {
    await importThree()
    const slices = [
      { policy: 'convincing-wrong', share: 0.5 },
      { policy: 'uncertain', share: 0.5 },
    ]
    const { outcome } = await openIt(project, { slices, size: 30, perProblem: 1 })
    expect(outcome!.slices).toEqual([
      { slice: 'convincing-wrong', queued: 2, found: 3 },
      { slice: 'uncertain', queued: 0, found: 0 },
    ])
  })

  test('takes the place of the one before: what is begun stays as it was served, what is not goes', async () => {
    project = await makeProject({ overlap: 2 }, project.admin)
    await importThree()
    const first = await openIt(project, { perProblem: null })
    const [ann, ben] = await join(project, 2)
    await finish(project, ann!, await claimSolution(project, ann!)) // q/0
    await claimSolution(project, ben!) // q/0 too
    await claimSolution(project, ann!) // p/0
    const second = await openIt(project, { slices: [{ policy: 'paper-80-20', share: 1 }] })
    expect(second).toMatchObject({ number: 2, state: 'open' })
    expect(await readRoundOf(project, first.round)).toMatchObject({ state: 'closed', number: 1 })
    expect(second.outcome).toMatchObject({ queued: 1, kept: 2, dropped: 1 })
    expect(
      (await readQueue(project)).map(({ name, round, slice, held, done }) => ({
        ...{ name, round, slice, held, done },
      })),
    ).toEqual(
      expect.arrayContaining([
        { name: 'q/0', round: 1, slice: 'convincing-wrong', held: 1, done: 1 },
        { name: 'p/0', round: 1, slice: 'convincing-wrong', held: 1, done: 0 },
        { name: 'p/1', round: 2, slice: 'paper-80-20', held: 0, done: 0 },
      ]),
    )
    expect(second.outcome!.leftOut).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reason: 'labelled', solutions: 1 })]),
    )
    expect(await getDatabase().annotation.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('gives back what ran out before it looks at what is begun', async () => {
    await importThree()
    const [ann] = await join(project, 1)
    await claimSolution(project, ann!)
    await getDatabase().$executeRaw`
      update lease set claimed_at = now() - interval '2 minutes', expires_at = now() - interval '1 minute'
      where project_id = ${project.id}::uuid`
    await openIt(project)
    expect(await readQueue(project)).toMatchObject([
      { name: 'q/0', held: 0, round: 1 },
      { name: 'p/0', held: 0, round: 1 },
    ])
  })

  test('is worked out anew: what was labelled since the plan is not in it', async () => {
    await importThree()
    const { round } = await planIt(project)
    const [ann] = await join(project, 1)
    await finish(project, ann!, await claimSolution(project, ann!))
    await beginOpeningOf(project, round)
    const opened = await runRound(project, round)
    expect(opened.outcome!.head.map(({ externalId }) => externalId)).toEqual(['p/0'])
    expect(opened.outcome!.leftOut).toContainEqual(
      expect.objectContaining({ reason: 'labelled', solutions: 1 }),
    )
  })

  test('closed by a person: the queue holds what is begun', async () => {
    await importThree()
    const { round } = await openIt(project, { perProblem: null })
    const [ann] = await join(project, 1)
    await claimSolution(project, ann!)
    expect(await closeRound.execute(project.admin, at(round))).toMatchObject({ state: 'closed' })
    expect(await names()).toEqual(['q/0'])
    await expect(closeRound.execute(project.admin, at(round))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await openIt(project)).number).toBe(2)
  })

  test('closing gives back what ran out before it looks at what is begun', async () => {
    await importThree()
    const { round } = await openIt(project)
    const [ann] = await join(project, 1)
    await expireLease((await claimSolution(project, ann!)).lease.id)
    await closeRound.execute(project.admin, at(round))
    expect(await names()).toEqual([])
  })

  test('that would select nothing by now is not opened: the queue stays as it is', async () => {
    await importThree()
    const first = await openIt(project, { perProblem: null })
    const { round } = await planIt(project, { perProblem: null })
    const people = await join(project, 3)
    for (const person of people) await claimSolution(project, person)
    const before = await readQueue(project)
    await beginOpeningOf(project, round)
    expect(await runRound(project, round)).toMatchObject({
      state: 'failed',
      number: null,
      message: expect.stringContaining('selects nothing by now') as string,
    })
    expect(await readQueue(project)).toEqual(before)
    expect(await readRoundOf(project, first.round)).toMatchObject({ state: 'open' })
  })

  test('the same inputs give the same round', async () => {
    await importAnswers(
      project,
      Array.from({ length: 12 }, (_, i) => [
        `p${i}`,
        '2',
        [
          { given: '3', score: (i * 7) % 5 },
          { given: '2', score: 0.5 },
        ],
      ]),
    )
    const policy = { exploration: 0.3, overlap: { share: 0.5 }, seed: 11 }
    const places = async () =>
      (await readQueue(project)).map(({ name, slice, pass, wanted }) => ({
        ...{ name, slice, pass, wanted },
      }))
    await openIt(project, policy)
    const first = await places()
    await openIt(project, policy)
    expect(await places()).toEqual(first)
    await openIt(project, { ...policy, seed: 12 })
    expect(await places()).not.toEqual(first)
  })

  test('says in the log who planned and who opened it', async () => {
    await importThree()
    const { round } = await openIt(project)
    const entries = await getDatabase().$queryRaw<{ actor: string; detail: unknown }[]>`
      select actor, detail::jsonb as detail from audit_entry where target = ${`round:${round}`} order by at`
    expect(entries.map(({ detail }) => detail)).toMatchObject([
      { act: 'plan' },
      { act: 'open' },
      { act: 'opened', number: 1, queued: 2, dropped: 5 },
    ])
  })
})
