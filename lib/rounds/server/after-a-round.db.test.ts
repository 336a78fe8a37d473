import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolution, finish, join } from '@/lib/queue/testing/made-queue'
import { excludeSolution, listExclusions, restoreSolution } from '@/lib/queue/server/exclusions'
import { releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { listQueueHead } from '@/lib/queue/server/queries'
import { overruleVerdict } from '@/lib/review/server/solution-verdicts-commands'
import { importAnswers } from '@/lib/review/testing/answered-project'
import {
  findSolution,
  labelledLine,
  openIt,
  planIt,
  readQueue,
} from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'
import type { Person } from '@/lib/auth/actor'
import { closeRound } from './commands'

useTestDatabase()

let project: MadeProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  await importLines(
    project,
    Array.from({ length: 3 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 10])),
  )
})

const names = async () => (await readQueue(project)).map(({ name }) => name)
const own = (name: string) => findSolution(project, name)
const overrule = async (name: string, verdict: 'correct' | 'wrong') =>
  overruleVerdict.execute(project.admin, {
    ...{ project: project.slug, solution: await own(name), verdict },
    ...{ note: 'So.', seen: null },
  })

describe('once a project has had a round', () => {
  test('imports queue nothing: their solutions wait for the next', async () => {
    expect(await importLines(project, [makeProblemLine('n', [0.99])])).toMatchObject({ queued: 1 })
    const { round } = await openIt(project)
    const report = await importLines(project, [makeProblemLine('o', [0.98])])
    expect(report).toMatchObject({ solutions: 1, queued: 0 })
    expect(await names()).toEqual(['n/0', 'p0/0', 'p1/0', 'p2/0'])
    await closeRound.execute(project.admin, { project: project.slug, round })
    expect(await importLines(project, [makeProblemLine('q', [0.97])])).toMatchObject({ queued: 0 })
    expect(await names()).toEqual([])
    await openIt(project)
    expect(await names()).toEqual(['n/0', 'o/0', 'q/0', 'p0/0', 'p1/0', 'p2/0'])
  })

  test('a plan alone changes nothing of that', async () => {
    await planIt(project)
    expect(await importLines(project, [makeProblemLine('n', [0.99])])).toMatchObject({ queued: 1 })
  })

  test('labels that come with data close places still', async () => {
    await importLines(project, labelledLine, { labels: 'leave-out' })
    await openIt(project, { exploration: 1 })
    expect(await readQueue(project)).toHaveLength(4)
    expect(await importLines(project, labelledLine)).toMatchObject({ annotations: 1 })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })

  test('a right answer is no convincing wrong one: unbegun it leaves the queue, begun it stays', async () => {
    await openIt(project)
    const [ann] = await join(project, 1)
    await claimSolution(project, ann!)
    await overrule('p0/0', 'correct')
    await overrule('p1/0', 'correct')
    expect(await names()).toEqual(['p0/0', 'p2/0'])
    await getDatabase().$executeRaw`
      update solution set verdict = 'wrong' where project_id = ${project.id}::uuid and external_id = 'p1/0'`
    await overrule('p2/0', 'wrong')
    expect(await names()).toEqual(['p0/0', 'p2/0'])
  })

  test('a random one stays, whatever its verdict becomes', async () => {
    await openIt(project, { exploration: 1 })
    await overrule('p1/0', 'correct')
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })
})

describe('a solution that is taken out', () => {
  const exclude = async (name: string, reason = 'A riddle.') =>
    excludeSolution.execute(project.admin, {
      ...{ project: project.slug, solution: await own(name), reason },
    })
  const restore = async (name: string) =>
    restoreSolution.execute(project.admin, { project: project.slug, solution: await own(name) })
  const list = async () =>
    (await listExclusions.execute(project.admin, { project: project.slug, limit: 50 })).items
  const head = async () => {
    const { open, items } = await listQueueHead.execute(project.admin, {
      ...{ project: project.slug, limit: 20 },
    })
    return [open, ...items.map(({ externalId }) => externalId)]
  }
  const serve = async (person: Person) => {
    const { lease, solution } = await claimSolution(project, person)
    return { lease: lease.id, solution }
  }

  test('is not served, nor shown as next, and comes back where it stood', async () => {
    await openIt(project)
    const [ann, ben] = await join(project, 2)
    expect(await exclude('p0/0')).toEqual({ solution: await own('p0/0'), isExcluded: true })
    expect(await head()).toEqual([2, 'p1/0', 'p2/0'])
    const { solution } = await serve(ann!)
    expect(solution).toBe(await own('p1/0'))
    expect(await list()).toMatchObject([
      {
        ...{ solution: await own('p0/0'), why: 'taken_out' },
        reasons: [{ reason: 'A riddle.', by: project.admin.name }],
      },
    ])
    expect(await restore('p0/0')).toMatchObject({ isExcluded: false })
    expect(await list()).toEqual([])
    expect((await serve(ben!)).solution).toBe(await own('p0/0'))
    await expect(restore('p0/0')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('may be finished by who holds it, and is given to nobody else', async () => {
    project = await makeProject({ overlap: 2 }, project.admin)
    await importLines(project, [makeProblemLine('p0', [0.9]), makeProblemLine('p1', [0.8])])
    await openIt(project)
    const [ann, ben] = await join(project, 2)
    const held = await claimSolution(project, ann!)
    await exclude('p0/0')
    expect((await serve(ben!)).solution).toBe(await own('p1/0'))
    await finish(project, ann!, held)
    expect((await readQueue(project))[0]).toMatchObject({ name: 'p0/0', held: 0, done: 1 })
  })

  test('is not in the next round until it is put back', async () => {
    await openIt(project)
    await exclude('p0/0')
    await openIt(project)
    expect(await names()).toEqual(['p1/0', 'p2/0'])
    await restore('p0/0')
    expect(await names()).toEqual(['p1/0', 'p2/0'])
    await openIt(project)
    expect(await names()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })

  test('by an admin stays so, also in the words that stand where three skipped', async () => {
    await openIt(project)
    await exclude('p0/0', 'Three people skipped it.')
    expect(await list()).toMatchObject([
      { why: 'taken_out', reasons: [{ reason: 'Three people skipped it.' }] },
    ])
  })

  test('by three skips, with what they say; a round later the same people may get it again', async () => {
    await openIt(project)
    const people = await join(project, 3)
    const skip = async (person: Person, reason: string) => {
      const { lease, solution } = await serve(person)
      await skipSolution.execute(person, { project: project.slug, lease, reason })
      return solution
    }
    for (const [i, person] of people.entries())
      expect(await skip(person, `No ${i}.`)).toBe(await own('p0/0'))
    const [item] = await list()
    expect(item).toMatchObject({ solution: await own('p0/0'), why: 'skipped' })
    expect(item!.reasons.map(({ reason }) => reason)).toEqual(['No 2.', 'No 1.', 'No 0.'])
    expect(await head()).toEqual([2, 'p1/0', 'p2/0'])
    await restore('p0/0')
    expect((await serve(people[0]!)).solution).toBe(await own('p1/0'))
    const { lease } = await serve(people[0]!)
    await releaseLease.execute(people[0]!, { project: project.slug, lease })
    await openIt(project)
    expect((await serve(people[0]!)).solution).toBe(await own('p0/0'))
  })

  test('must be of this project, and its leaving and coming are in the log', async () => {
    const other = await makeProject({}, project.admin)
    await importAnswers(other, [['x', '2', [{ given: '3' }]]])
    const foreign = await findSolution(other, 'x/0')
    await expect(
      excludeSolution.execute(project.admin, {
        ...{ project: project.slug, solution: foreign, reason: 'No.' },
      }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await exclude('p0/0')
    await restore('p0/0')
    const entries = await getDatabase().$queryRaw<{ act: string }[]>`
      select detail::jsonb->>'act' as act from audit_entry
      where project_id = ${project.id}::uuid and target = ${`solution:${await own('p0/0')}`} order by at`
    expect(entries.map(({ act }) => act)).toEqual(['exclude', 'restore'])
  })
})
