import { describe, expect, test } from 'vitest'
import { getOwnWork } from '@/lib/annotations/server/own-work'
import {
  answerGoldItems,
  makeGoldProject,
  makeRatingsWithFirstError,
  submitGoldAnswer,
} from '@/lib/gold/testing/gold-answers'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, renewLease } from '@/lib/queue/server/commands'
import { pauseDelayInAnnotations } from '../pause-rule'
import { applyPauseRule } from './apply-pause-rule'

useTestDatabase()

const times = (count: number, isExact: boolean) => Array.from({ length: count }, () => isExact)

const readPauses = ({ project }: { project: { id: string } }) =>
  getDatabase().pause.findMany({
    where: { projectId: project.id },
    select: { answers: true, exact: true, threshold: true, probability: true, endedAt: true },
  })

const checkAll = () => applyPauseRule(getDatabase(), { includeInactive: true })

/** Plans pauses, backdates them so that earlier annotations count for their delay, and applies them. */
async function runPauseRule() {
  await checkAll()
  await getDatabase().plannedPause.updateMany({
    data: { plannedAt: new Date(0), afterAnnotations: pauseDelayInAnnotations.min },
  })
  await checkAll()
}

describe('the pause rule', () => {
  test('pauses an annotator after 5 wrong answers, not after 4, and their next request is rejected', async () => {
    const fixture = await makeGoldProject(5)
    await answerGoldItems(fixture, times(4, false))
    await runPauseRule()
    expect(await readPauses(fixture)).toEqual([])
    await answerGoldItems(fixture, [false], 4)
    await runPauseRule()
    const probability = expect.closeTo(1 - 0.4 ** 6, 9) as number
    expect(await readPauses(fixture)).toEqual([
      { answers: 5, exact: 0, threshold: 0.6, probability, endedAt: null },
    ])
    const input = { project: fixture.project.slug }
    await expect(
      renewLease.execute(fixture.person, { ...input, lease: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: 'paused', status: 403 })
    expect(await claimNext.execute(fixture.person, { ...input, prefetch: false })).toMatchObject({
      kind: 'paused',
      message: expect.stringContaining('A reviewer') as string,
      since: expect.any(String) as string,
    })
    expect(await getOwnWork.execute(fixture.person, input)).toMatchObject({ foundError: 4 })
    await runPauseRule()
    expect(await readPauses(fixture)).toHaveLength(1)
  })

  test('pauses only after the planned number of further annotations', async () => {
    const fixture = await makeGoldProject(12)
    await answerGoldItems(fixture, times(5, false))
    await checkAll()
    await checkAll()
    expect(await readPauses(fixture)).toEqual([])
    const where = { projectId: fixture.project.id }
    const { afterAnnotations } = await getDatabase().plannedPause.findFirstOrThrow({ where })
    expect(afterAnnotations).toBeGreaterThanOrEqual(pauseDelayInAnnotations.min)
    expect(afterAnnotations).toBeLessThanOrEqual(pauseDelayInAnnotations.max)
    await getDatabase().plannedPause.updateMany({ where, data: { afterAnnotations: 6 } })
    const { project, person, gold } = fixture
    const submit = (i: number) =>
      submitGoldAnswer(project, person, { solution: gold[i]!, ratings: [1], finish: 'give_up' })
    for (const i of [5, 6, 7, 8, 9]) await submit(i)
    await checkAll()
    expect(await readPauses(fixture)).toEqual([])
    await submit(10)
    await checkAll()
    expect(await readPauses(fixture)).toHaveLength(1)
    expect(await getDatabase().plannedPause.findMany({ where })).toEqual([])
  })

  test('cancels a planned pause if the answers no longer meet the rule', async () => {
    const fixture = await makeGoldProject(15)
    await answerGoldItems(fixture, times(5, false))
    await checkAll()
    await answerGoldItems(fixture, times(10, true), 5)
    await runPauseRule()
    expect(await readPauses(fixture)).toEqual([])
    expect(
      await getDatabase().plannedPause.findMany({ where: { projectId: fixture.project.id } }),
    ).toEqual([])
  })

  test('delays a pause by a random number of 5 to 15 annotations', async () => {
    const delays = new Set<number>()
    const fixture = await makeGoldProject(5)
    await answerGoldItems(fixture, times(5, false))
    for (let i = 0; i < 100; i += 1) {
      await checkAll()
      const [plan] = await getDatabase().plannedPause.findMany({
        where: { projectId: fixture.project.id },
      })
      delays.add(plan!.afterAnnotations)
      await getDatabase().plannedPause.deleteMany({ where: { projectId: fixture.project.id } })
    }
    expect(delays.size).toBeGreaterThanOrEqual(6)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(pauseDelayInAnnotations.min)
    expect(Math.max(...delays)).toBeLessThanOrEqual(pauseDelayInAnnotations.max)
  })

  test('records the pause in the audit log', async () => {
    const fixture = await makeGoldProject(5)
    await answerGoldItems(fixture, times(5, false))
    await runPauseRule()
    const [entry] = await getDatabase().auditEntry.findMany({
      where: { projectId: fixture.project.id, action: 'person.pause' },
      select: { actor: true, target: true, detail: true },
    })
    expect(entry).toMatchObject({
      actor: 'system',
      target: `user:${fixture.person.userId}`,
      detail: expect.stringContaining('"answers":5,"exact":0,"threshold":0.6') as string,
    })
  })

  test('counts only gold that was served among ordinary work and was not given up', async () => {
    const fixture = await makeGoldProject(9)
    const { project, person, gold } = fixture
    await answerGoldItems(fixture, times(4, false))
    const wrongRatings = { ratings: makeRatingsWithFirstError(3) }
    await submitGoldAnswer(project, person, {
      solution: gold[4]!,
      ...wrongRatings,
      purpose: 'screening',
    })
    await submitGoldAnswer(project, person, {
      solution: gold[5]!,
      ...wrongRatings,
      purpose: 'work',
    })
    await submitGoldAnswer(project, person, { solution: gold[6]!, ratings: [1], finish: 'give_up' })
    await runPauseRule()
    expect(await readPauses(fixture)).toEqual([])
  })

  test('counts only answers since the end of the last pause', async () => {
    const fixture = await makeGoldProject(10)
    await answerGoldItems(fixture, times(5, false))
    await runPauseRule()
    await getDatabase().pause.updateMany({
      where: { projectId: fixture.project.id },
      data: {
        endedAt: new Date(),
        endedById: fixture.project.admin.userId,
        decisionNote: 'Go on.',
      },
    })
    await runPauseRule()
    expect(await readPauses(fixture)).toHaveLength(1)
    const { project, person, gold } = fixture
    for (const solution of gold.slice(5, 9))
      await submitGoldAnswer(project, person, {
        solution,
        ratings: makeRatingsWithFirstError(solution === gold[8] ? 3 : 2),
      })
    await runPauseRule()
    expect(await readPauses(fixture)).toHaveLength(1)
  })

  test.each([
    ['in a project without a threshold', { pauseBelow: null }, 'annotator'],
    ['above a lower threshold', { pauseBelow: 0.3 }, 'annotator'],
    ['who is a reviewer', {}, 'reviewer'],
  ] as const)('does not pause a person %s', async (_, settings, role) => {
    const fixture = await makeGoldProject(6, settings)
    await answerGoldItems(fixture, [true, ...times(5, false)])
    await getDatabase().member.update({
      where: {
        projectId_userId: { projectId: fixture.project.id, userId: fixture.person.userId },
      },
      data: { role },
    })
    await runPauseRule()
    expect(await readPauses(fixture)).toEqual([])
  })

  test('evaluates only annotators with recent answers unless inactive ones are included', async () => {
    const fixture = await makeGoldProject(5)
    await answerGoldItems(fixture, times(5, false))
    await getDatabase().$executeRaw`
      update annotation set submitted_at = submitted_at - interval '1 hour' where project_id = ${fixture.project.id}::uuid`
    await applyPauseRule(getDatabase(), { includeInactive: false })
    expect(await readPauses(fixture)).toEqual([])
    await runPauseRule()
    expect(await readPauses(fixture)).toHaveLength(1)
  })
})
