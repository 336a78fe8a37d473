import { beforeEach, describe, expect, test } from 'vitest'
import { overrideVerdict } from '@/lib/answers/server/solution-verdicts-commands'
import { importAnswers } from '@/lib/answers/testing/answered-project'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { releaseLease, skipSolution } from '@/lib/queue/server/commands'
import {
  excludeSolution,
  listExclusions,
  restoreSolution,
} from '@/lib/queue/server/exclusion-commands'
import { listQueue } from '@/lib/queue/server/list-queue'
import {
  claimSolutionOrThrow,
  completeLease,
  makeAnnotators,
} from '@/lib/queue/testing/queue-fixtures'
import {
  findSolutionIdByExternalId,
  labelledImportLine,
  planAndStartRound,
  planRoundAndWait,
  readQueueRows,
} from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { closeRound } from './commands'

useTestDatabase()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  await importLines(
    project,
    Array.from({ length: 3 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 10])),
  )
})

const names = async () => (await readQueueRows(project)).map(({ name }) => name)
const findSolution = (name: string) => findSolutionIdByExternalId(project, name)
const override = async (name: string, verdict: 'correct' | 'wrong') =>
  overrideVerdict.execute(project.admin, {
    project: project.slug,
    solution: await findSolution(name),
    verdict,
    note: 'So.',
    expected: null,
  })

describe('after a project’s first round', () => {
  test('imported solutions are not queued until the next round', async () => {
    expect(await importLines(project, [makeProblemLine('n', [0.99])])).toMatchObject({ queued: 1 })
    const { round } = await planAndStartRound(project)
    const report = await importLines(project, [makeProblemLine('o', [0.98])])
    expect(report).toMatchObject({ solutions: 1, queued: 0 })
    expect(await names()).toEqual(['n/0', 'p0/0', 'p1/0', 'p2/0'])
    await closeRound.execute(project.admin, { project: project.slug, round })
    expect(await importLines(project, [makeProblemLine('q', [0.97])])).toMatchObject({ queued: 0 })
    expect(await names()).toEqual([])
    await planAndStartRound(project)
    expect(await names()).toEqual(['n/0', 'o/0', 'q/0', 'p0/0', 'p1/0', 'p2/0'])
  })

  test('a plan that is not started does not keep imported solutions out of the queue', async () => {
    await planRoundAndWait(project)
    expect(await importLines(project, [makeProblemLine('n', [0.99])])).toMatchObject({ queued: 1 })
  })

  test('importing labels of a queued solution still closes its slots', async () => {
    await importLines(project, labelledImportLine, { labels: 'drop' })
    await planAndStartRound(project, { exploration: 1 })
    expect(await readQueueRows(project)).toHaveLength(4)
    expect(await importLines(project, labelledImportLine)).toMatchObject({ annotations: 1 })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })

  test('a waiting item leaves the queue if its new verdict does not match its slice; one in progress stays', async () => {
    await planAndStartRound(project)
    const [ann] = await makeAnnotators(project, 1)
    await claimSolutionOrThrow(project, ann!)
    await override('p0/0', 'correct')
    await override('p1/0', 'correct')
    expect(await names()).toEqual(['p0/0', 'p2/0'])
    await getDatabase().$executeRaw`
      update solution set verdict = 'wrong' where project_id = ${project.id}::uuid and external_id = 'p1/0'`
    await override('p2/0', 'wrong')
    expect(await names()).toEqual(['p0/0', 'p2/0'])
  })

  test('a randomly sampled item stays in the queue whatever its verdict', async () => {
    await planAndStartRound(project, { exploration: 1 })
    await override('p1/0', 'correct')
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })
})

describe('an excluded solution', () => {
  const exclude = async (name: string, reason = 'A riddle.') =>
    excludeSolution.execute(project.admin, {
      project: project.slug,
      solution: await findSolution(name),
      reason,
    })
  const restore = async (name: string) =>
    restoreSolution.execute(project.admin, {
      project: project.slug,
      solution: await findSolution(name),
    })
  const list = async () =>
    (await listExclusions.execute(project.admin, { project: project.slug, limit: 50 })).items
  const listNextItems = async () => {
    const { waiting, items } = await listQueue.execute(project.admin, {
      project: project.slug,
      limit: 20,
    })
    return [waiting, ...items.map(({ externalId }) => externalId)]
  }
  const serve = async (person: Person) => {
    const { lease, solution } = await claimSolutionOrThrow(project, person)
    return { lease: lease.id, solution }
  }

  test('is neither served nor listed, and returns to its position when restored', async () => {
    await planAndStartRound(project)
    const [ann, ben] = await makeAnnotators(project, 2)
    expect(await exclude('p0/0')).toEqual({
      solution: await findSolution('p0/0'),
      isExcluded: true,
    })
    expect(await listNextItems()).toEqual([2, 'p1/0', 'p2/0'])
    const { solution } = await serve(ann!)
    expect(solution).toBe(await findSolution('p1/0'))
    expect(await list()).toMatchObject([
      {
        solution: await findSolution('p0/0'),
        kind: 'excluded',
        reasons: [{ reason: 'A riddle.', by: project.admin.name }],
      },
    ])
    expect(await restore('p0/0')).toMatchObject({ isExcluded: false })
    expect(await list()).toEqual([])
    expect((await serve(ben!)).solution).toBe(await findSolution('p0/0'))
    await expect(restore('p0/0')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('can be finished by the annotator who leases it, and is not served to anyone else', async () => {
    project = await makeProject({ overlap: 2 }, project.admin)
    await importLines(project, [makeProblemLine('p0', [0.9]), makeProblemLine('p1', [0.8])])
    await planAndStartRound(project)
    const [ann, ben] = await makeAnnotators(project, 2)
    const claimed = await claimSolutionOrThrow(project, ann!)
    await exclude('p0/0')
    expect((await serve(ben!)).solution).toBe(await findSolution('p1/0'))
    await completeLease(project, ann!, claimed)
    expect((await readQueueRows(project))[0]).toMatchObject({ name: 'p0/0', leased: 0, done: 1 })
  })

  test('is not selected by the next round until it is restored', async () => {
    await planAndStartRound(project)
    await exclude('p0/0')
    await planAndStartRound(project)
    expect(await names()).toEqual(['p1/0', 'p2/0'])
    await restore('p0/0')
    expect(await names()).toEqual(['p1/0', 'p2/0'])
    await planAndStartRound(project)
    expect(await names()).toEqual(['p0/0', 'p1/0', 'p2/0'])
  })

  test('is listed as excluded by an admin, even if the admin’s reason reads like that of three skips', async () => {
    await planAndStartRound(project)
    await exclude('p0/0', 'Skipped by three annotators.')
    expect(await list()).toMatchObject([
      { kind: 'excluded', reasons: [{ reason: 'Skipped by three annotators.' }] },
    ])
  })

  test('after three skips is listed with their reasons, and a later round can serve it to the same annotators', async () => {
    await planAndStartRound(project)
    const people = await makeAnnotators(project, 3)
    const skip = async (person: Person, reason: string) => {
      const { lease, solution } = await serve(person)
      await skipSolution.execute(person, { project: project.slug, lease, reason })
      return solution
    }
    for (const [i, person] of people.entries())
      expect(await skip(person, `No ${i}.`)).toBe(await findSolution('p0/0'))
    const [item] = await list()
    expect(item).toMatchObject({ solution: await findSolution('p0/0'), kind: 'skipped' })
    expect(item!.reasons.map(({ reason }) => reason)).toEqual(['No 2.', 'No 1.', 'No 0.'])
    expect(await listNextItems()).toEqual([2, 'p1/0', 'p2/0'])
    await restore('p0/0')
    expect((await serve(people[0]!)).solution).toBe(await findSolution('p1/0'))
    const { lease } = await serve(people[0]!)
    await releaseLease.execute(people[0]!, { project: project.slug, lease })
    await planAndStartRound(project)
    expect((await serve(people[0]!)).solution).toBe(await findSolution('p0/0'))
  })

  test('after three skips is listed without skips of earlier rounds and from before it was restored', async () => {
    await planAndStartRound(project)
    const people = await makeAnnotators(project, 7)
    const skipBy = async (...numbers: number[]) => {
      for (const i of numbers) {
        const person = people[i]!
        const { lease, solution } = await serve(person)
        expect(solution).toBe(await findSolution('p0/0'))
        await skipSolution.execute(person, { project: project.slug, lease, reason: `No ${i}.` })
      }
    }
    await skipBy(0)
    await planAndStartRound(project)
    await skipBy(1, 2, 3)
    await restore('p0/0')
    await skipBy(4, 5, 6)
    const [item] = await list()
    expect(item!.reasons.map(({ reason }) => reason)).toEqual(['No 6.', 'No 5.', 'No 4.'])
  })

  test('must belong to the project, and excluding and restoring it are audited', async () => {
    const otherProject = await makeProject({}, project.admin)
    await importAnswers(otherProject, [['x', '2', [{ answer: '3' }]]])
    const foreign = await findSolutionIdByExternalId(otherProject, 'x/0')
    await expect(
      excludeSolution.execute(project.admin, {
        project: project.slug,
        solution: foreign,
        reason: 'No.',
      }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await exclude('p0/0')
    await restore('p0/0')
    const entries = await getDatabase().$queryRaw<{ operation: string }[]>`
      select detail::jsonb->>'operation' as operation from audit_entry
      where project_id = ${project.id}::uuid and target = ${`solution:${await findSolution('p0/0')}`} order by at`
    expect(entries.map(({ operation }) => operation)).toEqual(['exclude', 'restore'])
  })
})
