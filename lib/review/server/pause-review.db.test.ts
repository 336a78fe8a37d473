import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { answerAll, makeGoldProject } from '@/lib/quality/testing/gold-answers'
import { runExport } from '@/lib/exports/server/queries'
import { claim, claimSolution, finish, readItems } from '@/lib/queue/testing/made-queue'
import { importLines, joinProject, makeProblemLine } from '@/prisma/seed/factories'
import { reopenLabelling } from '@/lib/labelling/server/commands'
import { getOwnWork, listOwnLabellings } from '@/lib/labelling/server/own-work'
import { endPause, pausePerson, previewReturn } from './pause-commands'
import { getPerson } from './people-queries'

useTestDatabase()

/** Five solutions labelled by a person, a minute apart, with bad gold among the last; then paused by a reviewer. */
async function makePaused({ overlap = 1 } = {}) {
  const world = await makeGoldProject(12, { pauseUnder: null, overlap })
  const { project, person } = world
  await importLines(
    project,
    Array.from({ length: 5 }, (_, i) => makeProblemLine(`w${i}`, [0.9 - i / 100])),
  )
  await answerAll(
    world,
    Array.from({ length: 12 }, (_, i) => i < 6),
  )
  const reviewer = await joinProject(project, 'reviewer')
  const done: string[] = []
  for (let i = 0; i < 5; i += 1) {
    const served = await claimSolution(project, person)
    await finish(project, person, served)
    done.push(served.solution)
    // Three before the seventh answer, two after it.
    await getDatabase().$executeRaw`
      update labelling set submitted_at = now() - make_interval(mins => ${i < 3 ? 11 - i : 5 - i})
      where project_id = ${project.id}::uuid and solution_id = ${served.solution}::uuid`
  }
  const place = { project: project.slug }
  const { pause } = await pausePerson.execute(reviewer, {
    ...{ ...place, user: person.userId, message: 'Let us talk.' },
  })
  return { ...world, reviewer, done, place, pause }
}

const readStates = async (id: string) => {
  const rows = await getDatabase().$queryRaw<{ id: string; state: string }[]>`
    select solution_id as id, state::text from labelling where project_id = ${id}::uuid`
  return new Map(rows.map((row) => [row.id, row.state]))
}

describe('the end of a pause', () => {
  test('lets a person go on, and leaves what they did alone', async () => {
    const { project, person, reviewer, place, pause } = await makePaused()
    expect(await claim(project, person)).toMatchObject({ kind: 'paused', message: 'Let us talk.' })
    expect(
      await endPause.execute(reviewer, { ...place, pause, ruling: 'All is well.', since: null }),
    ).toEqual({ pause, returned: 0, queued: 0 })
    expect(await claim(project, person)).toMatchObject({ kind: 'none_left' })
    expect((await readItems(project)).map(({ done }) => done)).toEqual([1, 1, 1, 1, 1])
  })

  test('withdraws what was submitted since the drift began, for others and not for its author', async () => {
    const { project, person, gold, reviewer, done, place, pause } = await makePaused()
    const { driftBegan, pauses } = await getPerson.execute(reviewer, {
      ...{ ...place, user: person.userId },
    })
    expect(pauses).toMatchObject([{ pause, message: 'Let us talk.', endedAt: null }])
    const since = driftBegan!
    expect(await previewReturn.execute(reviewer, { ...place, pause, since })).toEqual({
      ...{ labellings: 2, checks: 7, reviewed: 0 },
    })
    const input = { ...place, pause, ruling: 'Look at units.', since }
    expect(await endPause.execute(reviewer, input)).toEqual({ pause, returned: 2, queued: 2 })
    const states = await readStates(project.id)
    expect(done.map((id) => states.get(id))).toEqual([
      ...['submitted', 'submitted', 'submitted', 'withdrawn', 'withdrawn'],
    ])
    expect(gold.every((id) => states.get(id) === 'submitted')).toBe(true)
    expect(await claim(project, person)).toMatchObject({ kind: 'none_left' })
    const other = await joinProject(project, 'annotator')
    const served = [await claimSolution(project, other)]
    await finish(project, other, served[0]!)
    served.push(await claimSolution(project, other))
    expect(served.map(({ solution }) => solution)).toEqual(done.slice(3))
    const { lines } = await runExport.execute(
      project.admin,
      runExport.contract.input.parse({ ...place, format: 'stepmark', labels: 'all' }),
    )
    const text = (await Array.fromAsync(lines)).join('\n')
    expect(text).not.toContain(done[4])
    const again = await getPerson.execute(reviewer, { ...place, user: person.userId })
    expect(again.pauses).toMatchObject([
      { ruling: 'Look at units.', returned: 2, returnedSince: since, endedBy: reviewer.name },
    ])
    expect(again.person.gold.counted).toEqual({ answers: 0, exact: 0 })
  })

  test('tells its author of nothing that stays only because it was gold', async () => {
    const { person, gold, reviewer, place, pause } = await makePaused()
    const { driftBegan: since } = await getPerson.execute(reviewer, {
      ...{ ...place, user: person.userId },
    })
    const list = async () => {
      const input = listOwnLabellings.contract.input.parse(place)
      const { labellings, count } = await listOwnLabellings.execute(person, input)
      expect(count).toBe(labellings.length)
      return labellings.map(({ submittedAt }) => submittedAt)
    }
    const before = await list()
    await endPause.execute(reviewer, { ...place, pause, ruling: 'Look at units.', since })
    const after = await list()
    expect(after).toEqual(before.filter((at) => Date.parse(at) < Date.parse(since!)))
    // 2 of work and 7 of gold; all 12 of gold are answers as ever.
    expect(before.length - after.length).toBe(9)
    expect(gold).toHaveLength(12)
    const own = await getOwnWork.execute(person, place)
    expect(own.foundError + own.noError + own.givenUp + own.badProblem).toBe(after.length)
    expect(own.doneToday).toBe(own.days.at(-1)!.labellings)
  })

  test('cannot be undone by opening again what was withdrawn', async () => {
    const { project, person, reviewer, done, place, pause } = await makePaused()
    await getDatabase().$executeRaw`
      update labelling set submitted_at = now() where project_id = ${project.id}::uuid and solution_id = ${done[4]}::uuid`
    const since = new Date(Date.now() - 600_000).toISOString()
    await endPause.execute(reviewer, { ...place, pause, ruling: 'Go on.', since })
    const { id } = await getDatabase().labelling.findFirstOrThrow({
      where: { projectId: project.id, solutionId: done[4]! },
      select: { id: true },
    })
    await expect(
      reopenLabelling.execute(person, { ...place, labelling: id }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('leaves what a reviewer accepted or ruled on', async () => {
    const { project, person, reviewer, done, place, pause } = await makePaused()
    await getDatabase().$executeRaw`
      insert into labelling_review (project_id, labelling_id, number, act, note, user_id, submitted_at)
      select project_id, id, 1, 'accepted', '', ${reviewer.userId}::uuid, submitted_at from labelling
      where project_id = ${project.id}::uuid and solution_id = ${done[4]}::uuid`
    const since = new Date(Date.now() - 86_400_000).toISOString()
    expect(await previewReturn.execute(reviewer, { ...place, pause, since })).toEqual({
      ...{ labellings: 4, checks: 12, reviewed: 1 },
    })
    await endPause.execute(reviewer, { ...place, pause, ruling: 'Go on.', since })
    expect((await readStates(project.id)).get(done[4]!)).toBe('submitted')
    expect(
      await getDatabase().labelling.count({
        where: { projectId: project.id, userId: person.userId, state: 'withdrawn' },
      }),
    ).toBe(4)
  })

  test('is one, whoever is second', async () => {
    const { reviewer, place, pause, project } = await makePaused()
    const input = { ...place, pause, ruling: 'Go on.', since: null }
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

test('only annotators are paused, and once at a time', async () => {
  const { project, person, reviewer, place } = await makePaused()
  const say = { ...place, message: 'Why?' }
  for (const user of [person.userId, reviewer.userId])
    await expect(pausePerson.execute(project.admin, { ...say, user })).rejects.toMatchObject({
      code: 'conflict',
    })
})
