import { describe, expect, test } from 'vitest'
import { claimNext, renewLease } from '@/lib/queue/server/commands'
import { getOwnWork } from '@/lib/annotations/server/own-work'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { answer, answerAll, makeGoldProject, rateTo } from '@/lib/quality/testing/gold-answers'
import { judgePauses } from './judge-pauses'

useTestDatabase()

const times = (count: number, isExact: boolean) => Array.from({ length: count }, () => isExact)

const readPauses = ({ project }: { project: { id: string } }) =>
  getDatabase().pause.findMany({
    where: { projectId: project.id },
    select: { answers: true, exact: true, threshold: true, probability: true, endedAt: true },
  })

const judge = () => judgePauses(getDatabase(), { includeInactive: true })

describe('the rule', () => {
  test('pauses after five wrong answers, not after four, and refuses the next request', async () => {
    const world = await makeGoldProject(5)
    await answerAll(world, times(4, false))
    await judge()
    expect(await readPauses(world)).toEqual([])
    await answerAll(world, [false], 4)
    await judge()
    const probability = expect.closeTo(1 - 0.4 ** 6, 9) as number
    expect(await readPauses(world)).toEqual([
      { answers: 5, exact: 0, threshold: 0.6, probability, endedAt: null },
    ])
    const place = { project: world.project.slug }
    await expect(
      renewLease.execute(world.person, { ...place, lease: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: 'paused', status: 403 })
    expect(await claimNext.execute(world.person, { ...place, prefetch: false })).toMatchObject({
      ...{ kind: 'paused', message: expect.stringContaining('A reviewer') as string },
      since: expect.any(String) as string,
    })
    expect(await getOwnWork.execute(world.person, place)).toMatchObject({ foundError: 4 })
    await judge()
    expect(await readPauses(world)).toHaveLength(1)
  })

  test('is logged, and told to no one else', async () => {
    const world = await makeGoldProject(5)
    await answerAll(world, times(5, false))
    await judge()
    const [entry] = await getDatabase().auditEntry.findMany({
      where: { projectId: world.project.id, action: 'person.pause' },
      select: { actor: true, target: true, detail: true },
    })
    expect(entry).toMatchObject({
      ...{ actor: 'system', target: `user:${world.person.userId}` },
      detail: expect.stringContaining('"answers":5,"exact":0,"threshold":0.6') as string,
    })
  })

  test('counts answers to gold in the stream alone', async () => {
    const world = await makeGoldProject(9)
    const { project, person, gold } = world
    await answerAll(world, times(4, false))
    const wrong = { ratings: rateTo(3) }
    await answer(project, person, { solution: gold[4]!, ...wrong, purpose: 'screening' })
    await answer(project, person, { solution: gold[5]!, ...wrong, purpose: 'work' })
    await answer(project, person, { solution: gold[6]!, ratings: [1], finish: 'give_up' })
    await judge()
    expect(await readPauses(world)).toEqual([])
  })

  test('counts from the end of the last pause on', async () => {
    const world = await makeGoldProject(10)
    await answerAll(world, times(5, false))
    await judge()
    await getDatabase().pause.updateMany({
      where: { projectId: world.project.id },
      data: { endedAt: new Date(), endedById: world.project.admin.userId, decisionNote: 'Go on.' },
    })
    await judge()
    expect(await readPauses(world)).toHaveLength(1)
    const { project, person, gold } = world
    for (const solution of gold.slice(5, 9))
      await answer(project, person, { solution, ratings: rateTo(solution === gold[8] ? 3 : 2) })
    await judge()
    expect(await readPauses(world)).toHaveLength(1)
  })

  test.each([
    ['a project that pauses no one', { pauseBelow: null }, 'annotator'],
    ['a lower threshold', { pauseBelow: 0.3 }, 'annotator'],
    ['a reviewer', {}, 'reviewer'],
  ] as const)('leaves alone %s', async (_, settings, role) => {
    const world = await makeGoldProject(6, settings)
    await answerAll(world, [true, ...times(5, false)])
    await getDatabase().member.update({
      where: {
        projectId_userId: { projectId: world.project.id, userId: world.person.userId },
      },
      data: { role },
    })
    await judge()
    expect(await readPauses(world)).toEqual([])
  })

  test('is asked often of those who answered just now, and now and then of everyone', async () => {
    const world = await makeGoldProject(5)
    await answerAll(world, times(5, false))
    await getDatabase().$executeRaw`
      update annotation set submitted_at = submitted_at - interval '1 hour' where project_id = ${world.project.id}::uuid`
    await judgePauses(getDatabase(), { includeInactive: false })
    expect(await readPauses(world)).toEqual([])
    await judge()
    expect(await readPauses(world)).toHaveLength(1)
  })
})
