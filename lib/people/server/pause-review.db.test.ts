import { describe, expect, test } from 'vitest'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import { getOwnWork, listOwnAnnotations } from '@/lib/annotations/server/own-work'
import type { Person } from '@/lib/auth/actor'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { exportAnnotations } from '@/lib/exports/server/queries'
import { answerGoldItems, makeGoldProject } from '@/lib/gold/testing/gold-answers'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getProgress } from '@/lib/progress/server/queries'
import {
  claimNextItem,
  claimSolutionOrThrow,
  completeLease,
  listCountsPerQueueItem,
} from '@/lib/queue/testing/queue-fixtures'
import { findWeekStart } from '@/lib/reviews/week-start'
import { importLines, makeMember, makeProblemLine } from '@/prisma/seed/factories'
import { getOwnPerformance } from './own-performance'
import { endPause, pauseAnnotator, previewPauseEnd } from './pause-commands'
import { getPerson } from './queries'

useTestDatabase()

/**
 * An annotator, paused by a reviewer, with 12 gold answers (six right, then six wrong, a minute apart) and five other
 * annotations: three before the first wrong answer, two near the end.
 */
async function makePaused({ overlap = 1, hidesAnnotatorNames = false } = {}) {
  const fixture = await makeGoldProject(12, { pauseBelow: null, overlap })
  const { project, person } = fixture
  await getDatabase().project.update({
    where: { id: project.id },
    data: { hidesAnnotatorNames },
    select: { id: true },
  })
  await importLines(
    project,
    Array.from({ length: 5 }, (_, i) => makeProblemLine(`w${i}`, [0.9 - i / 100])),
  )
  await answerGoldItems(
    fixture,
    Array.from({ length: 12 }, (_, i) => i < 6),
  )
  const reviewer = await makeMember(project, 'reviewer')
  const finishedIds: string[] = []
  for (let i = 0; i < 5; i += 1) {
    const servedItem = await claimSolutionOrThrow(project, person)
    await completeLease(project, person, servedItem)
    finishedIds.push(servedItem.solution)
    // Three before the seventh answer, two after it.
    await getDatabase().$executeRaw`
      update annotation set submitted_at = now() - make_interval(mins => ${i < 3 ? 11 - i : 5 - i})
      where project_id = ${project.id}::uuid and solution_id = ${servedItem.solution}::uuid`
  }
  const projectKey = { project: project.slug }
  const { pause } = await pauseAnnotator.execute(reviewer, {
    ...projectKey,
    user: person.userId,
    message: 'Let us talk.',
  })
  return { ...fixture, reviewer, done: finishedIds, projectKey, pause }
}

const readStates = async (id: string) => {
  const rows = await getDatabase().$queryRaw<{ id: string; state: string }[]>`
    select solution_id as id, state::text from annotation where project_id = ${id}::uuid`
  return new Map(rows.map((row) => [row.id, row.state]))
}

describe('ending a pause', () => {
  test('lets the annotator claim work again and keeps earlier work', async () => {
    const { project, person, reviewer, projectKey, pause } = await makePaused()
    expect(await claimNextItem(project, person)).toMatchObject({
      kind: 'paused',
      message: 'Let us talk.',
    })
    expect(
      await endPause.execute(reviewer, {
        ...projectKey,
        pause,
        decision: 'All is well.',
        since: null,
      }),
    ).toEqual({ pause, withdrawn: 0, withdrawnSince: null, queued: 0 })
    expect(await claimNextItem(project, person)).toMatchObject({ kind: 'none_left' })
    expect((await listCountsPerQueueItem(project)).map(({ done }) => done)).toEqual([1, 1, 1, 1, 1])
  })

  test('withdraws annotations since a date, except gold, and serves their solutions to others', async () => {
    const { project, person, gold, reviewer, done, projectKey, pause } = await makePaused()
    const { withdrawalStart, pauses } = await getPerson.execute(reviewer, {
      ...projectKey,
      user: person.userId,
    })
    expect(pauses).toMatchObject([{ pause, message: 'Let us talk.', endedAt: null }])
    const since = withdrawalStart!.at
    expect(await previewPauseEnd.execute(reviewer, { ...projectKey, pause, since })).toEqual({
      annotations: 2,
      goldOrScreening: 7,
      reviewed: 0,
    })
    const input = { ...projectKey, pause, decision: 'Look at units.', since }
    expect(await endPause.execute(reviewer, input)).toEqual({
      pause,
      withdrawn: 2,
      withdrawnSince: since,
      queued: 2,
    })
    const states = await readStates(project.id)
    expect(done.map((id) => states.get(id))).toEqual([
      ...['submitted', 'submitted', 'submitted', 'withdrawn', 'withdrawn'],
    ])
    expect(gold.every((id) => states.get(id) === 'submitted')).toBe(true)
    expect(await claimNextItem(project, person)).toMatchObject({ kind: 'none_left' })
    const otherAnnotator = await makeMember(project, 'annotator')
    const servedItems = [await claimSolutionOrThrow(project, otherAnnotator)]
    await completeLease(project, otherAnnotator, servedItems[0]!)
    servedItems.push(await claimSolutionOrThrow(project, otherAnnotator))
    expect(servedItems.map(({ solution }) => solution)).toEqual(done.slice(3))
    const reply = await exportAnnotations.execute(
      project.admin,
      exportAnnotations.contract.input.parse({ ...projectKey, format: 'stepmark', labels: 'all' }),
    )
    const text = (await readReplyLines(reply)).join('\n')
    expect(text).not.toContain(done[4])
    const personPage = await getPerson.execute(reviewer, { ...projectKey, user: person.userId })
    expect(personPage.pauses).toMatchObject([
      { decision: 'Look at units.', withdrawn: 2, withdrawnSince: since, endedBy: reviewer.name },
    ])
    expect(personPage.person.gold.counted).toEqual({ answers: 0, exact: 0 })
  })

  test('withdraws annotations submitted since the start of the week, so that counts show no submission times while names are hidden', async () => {
    const { project, reviewer, done, projectKey, pause } = await makePaused({
      hidesAnnotatorNames: true,
    })
    const count = async (reader: Person, since: string) =>
      (await previewPauseEnd.execute(reader, { ...projectKey, pause, since })).annotations
    const now = new Date().toISOString()
    const weekStart = findWeekStart(now)
    // All at the start of the week, except one just before it.
    await getDatabase().$executeRaw`
      update annotation set submitted_at = ${weekStart}::timestamptz
        - case when solution_id = ${done[0]}::uuid then interval '1 second' else interval '0' end
      where project_id = ${project.id}::uuid`
    expect(await count(project.admin, now)).toBe(0)
    expect(await count(reviewer, now)).toBe(await count(reviewer, weekStart))
    await endPause.execute(reviewer, { ...projectKey, pause, decision: 'Go on.', since: now })
    const { withdrawn, withdrawnSince } = await getDatabase().pause.findFirstOrThrow({
      where: { projectId: project.id, id: pause },
      select: { withdrawn: true, withdrawnSince: true },
    })
    expect(withdrawn).toBe(done.length - 1)
    expect(withdrawnSince!.toISOString()).toBe(weekStart)
    const { detail } = await getDatabase().auditEntry.findFirstOrThrow({
      where: { projectId: project.id, action: 'pause.review' },
      select: { detail: true },
    })
    expect(JSON.parse(detail)).toMatchObject({ withdrawn, withdrawnSince: weekStart })
  })

  test('prevents the annotator from reopening withdrawn work', async () => {
    const { project, person, reviewer, done, projectKey, pause } = await makePaused()
    await getDatabase().$executeRaw`
      update annotation set submitted_at = now() where project_id = ${project.id}::uuid and solution_id = ${done[4]}::uuid`
    const since = new Date(Date.now() - 600_000).toISOString()
    await endPause.execute(reviewer, { ...projectKey, pause, decision: 'Go on.', since })
    const { id } = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, solutionId: done[4]! },
      select: { id: true },
    })
    await expect(
      reopenAnnotation.execute(person, { ...projectKey, annotation: id }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('leaves the annotator’s own list of work unchanged, so that withdrawals do not reveal gold', async () => {
    const { project, person, reviewer, projectKey, pause } = await makePaused()
    // Old enough that none can be reopened.
    await getDatabase().$executeRaw`
      update annotation set submitted_at = submitted_at - interval '1 hour' where project_id = ${project.id}::uuid`
    const read = async () => ({
      list: await listOwnAnnotations.execute(person, { ...projectKey, limit: 100 }),
      work: await getOwnWork.execute(person, projectKey),
      performance: (await getOwnPerformance.execute(person, projectKey)).work,
    })
    const before = await read()
    expect(before.list.count).toBe(17)
    const since = new Date(Date.now() - 86_400_000).toISOString()
    const end = { ...projectKey, pause, decision: 'Go on.', since }
    expect(await endPause.execute(reviewer, end)).toMatchObject({ withdrawn: 5 })
    expect(await read()).toEqual(before)
    const { foundError } = await getProgress.execute(person, projectKey)
    expect(foundError).toBe(before.work.foundError)
    const messages = new Set<string>()
    for (const { id } of before.list.annotations) {
      const openedPromise = reopenAnnotation.execute(person, { ...projectKey, annotation: id })
      messages.add(await openedPromise.then(String, (error: Error) => error.message))
    }
    expect([...messages]).toEqual(['Only your last submitted annotation can be reopened.'])
  })

  test('does not withdraw accepted work', async () => {
    const { project, person, reviewer, done, projectKey, pause } = await makePaused()
    await getDatabase().$executeRaw`
      insert into annotation_review (project_id, annotation_id, number, action, note, user_id, submitted_at)
      select project_id, id, 1, 'accepted', '', ${reviewer.userId}::uuid, submitted_at from annotation
      where project_id = ${project.id}::uuid and solution_id = ${done[4]}::uuid`
    const since = new Date(Date.now() - 86_400_000).toISOString()
    expect(await previewPauseEnd.execute(reviewer, { ...projectKey, pause, since })).toEqual({
      annotations: 4,
      goldOrScreening: 12,
      reviewed: 1,
    })
    await endPause.execute(reviewer, { ...projectKey, pause, decision: 'Go on.', since })
    expect((await readStates(project.id)).get(done[4]!)).toBe('submitted')
    expect(
      await getDatabase().annotation.count({
        where: { projectId: project.id, userId: person.userId, state: 'withdrawn' },
      }),
    ).toBe(4)
  })

  test('succeeds for only one of two concurrent calls', async () => {
    const { reviewer, projectKey, pause, project } = await makePaused()
    const input = { ...projectKey, pause, decision: 'Go on.', since: null }
    const ends = await Promise.allSettled([
      endPause.execute(reviewer, input),
      endPause.execute(project.admin, input),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
  })
})

test('only annotators can be paused, and only if they are not already paused', async () => {
  const { project, person, reviewer, projectKey } = await makePaused()
  const messageInput = { ...projectKey, message: 'Why?' }
  for (const user of [person.userId, reviewer.userId])
    await expect(
      pauseAnnotator.execute(project.admin, { ...messageInput, user }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
})
