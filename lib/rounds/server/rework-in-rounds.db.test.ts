import { beforeEach, describe, expect, test } from 'vitest'
import { overrideVerdict } from '@/lib/answers/server/solution-verdicts-commands'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import {
  makeReworkOlder,
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  completeLease,
  makeAnnotators,
  submitAndReturnAnnotation,
} from '@/lib/queue/testing/queue-fixtures'
import { planAndStartRound, planRoundAndWait, readQueueRows } from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { closeRound } from './commands'

useTestDatabase()

let project: TestProject
let [ann, ben]: Person[] = []
let solution: string

/**
 * A round of two solutions. The first was returned to ann, who claimed it again and abandoned it.
 */
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  await importLines(project, [makeProblemLine('p0', [0.9]), makeProblemLine('p1', [0.8])])
  await planAndStartRound(project)
  ;[ann, ben] = await makeAnnotators(project, 2)
  solution = await submitAndReturnAnnotation(project, ann!)
  await expireLeaseInDatabase((await claimSolutionOrThrow(project, ann!)).lease.id)
  await endExpiredLeases(getDatabase(), project.id)
})

const names = async () => (await readQueueRows(project)).map(({ name }) => name)

describe('rework that is not leased', () => {
  test('stays in the queue when a round starts, and is served to its annotator', async () => {
    const plannedRound = await planRoundAndWait(project)
    expect(plannedRound.outcome).toMatchObject({ carriedOver: 1, removed: 1, queued: 1 })
    const startedRound = await planAndStartRound(project)
    expect(startedRound.outcome).toMatchObject({ carriedOver: 1, removed: 1, queued: 1 })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0'])
    expect(await claimSolutionOrThrow(project, ann!)).toMatchObject({ reason: 'rework', solution })
    expect((await readQueueRows(project)).find(({ name }) => name === 'p0/0')).toMatchObject({
      leased: 1,
      done: 0,
      round: 1,
    })
  })

  test('stays in the queue when a round is closed', async () => {
    const { round } = await planAndStartRound(project)
    await closeRound.execute(project.admin, { project: project.slug, round })
    expect(await names()).toEqual(['p0/0'])
  })

  test('stays in the queue when the verdict of its solution changes', async () => {
    await overrideVerdict.execute(project.admin, {
      project: project.slug,
      solution,
      verdict: 'correct',
      note: 'So.',
      expected: null,
    })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0'])
  })

  test('goes to another annotator if its annotator left, even several rounds later', async () => {
    await getDatabase().member.deleteMany({
      where: { projectId: project.id, userId: ann!.userId },
    })
    await makeReworkOlder(project, '60 days')
    await planAndStartRound(project)
    await planAndStartRound(project)
    const servedSolutions: string[] = []
    for (let reply = await claimNextItem(project, ben!); reply.kind === 'solution';) {
      servedSolutions.push(reply.solution)
      await completeLease(project, ben!, reply)
      reply = await claimNextItem(project, ben!)
    }
    expect(servedSolutions).toHaveLength(2)
    expect(servedSolutions).toContain(solution)
  })
})
