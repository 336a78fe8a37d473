import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { Person } from '@/lib/auth/actor'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import {
  ageDue,
  claim,
  claimSolution,
  expireLease,
  finish,
  join,
  returnFirst,
} from '@/lib/queue/testing/made-queue'
import { overruleVerdict } from '@/lib/review/server/solution-verdicts-commands'
import { openIt, planIt, readQueue } from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'
import { closeRound } from './commands'

useTestDatabase()

let project: MadeProject
let [ann, ben]: Person[] = []
let solution: string

/** A round of two; the first was returned to ann, who claimed it again and did not come back. */
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  await importLines(project, [makeProblemLine('p0', [0.9]), makeProblemLine('p1', [0.8])])
  await openIt(project)
  ;[ann, ben] = await join(project, 2)
  solution = await returnFirst(project, ann!)
  await expireLease((await claimSolution(project, ann!)).lease.id)
  await endExpiredLeases(getDatabase(), project.id)
})

const names = async () => (await readQueue(project)).map(({ name }) => name)

describe('what was returned and is not held at this moment', () => {
  test('stays in the queue when a round opens, and comes to its person again', async () => {
    const planned = await planIt(project)
    expect(planned.outcome).toMatchObject({ kept: 1, dropped: 1, queued: 1 })
    const opened = await openIt(project)
    expect(opened.outcome).toMatchObject({ kept: 1, dropped: 1, queued: 1 })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0'])
    expect(await claimSolution(project, ann!)).toMatchObject({ why: 'returned', solution })
    expect((await readQueue(project)).find(({ name }) => name === 'p0/0')).toMatchObject({
      ...{ held: 1, done: 0, round: 1 },
    })
  })

  test('stays when a round is closed', async () => {
    const { round } = await openIt(project)
    await closeRound.execute(project.admin, { project: project.slug, round })
    expect(await names()).toEqual(['p0/0'])
  })

  test('stays when its verdict changes', async () => {
    await overruleVerdict.execute(project.admin, {
      ...{ project: project.slug, solution, verdict: 'correct', note: 'So.', seen: null },
    })
    expect((await names()).sort()).toEqual(['p0/0', 'p1/0'])
  })

  test('is labelled by another where its person left, rounds later too', async () => {
    await getDatabase().member.deleteMany({
      where: { projectId: project.id, userId: ann!.userId },
    })
    await ageDue(project, '60 days')
    await openIt(project)
    await openIt(project)
    const served: string[] = []
    for (let reply = await claim(project, ben!); reply.kind === 'solution';) {
      served.push(reply.solution)
      await finish(project, ben!, reply)
      reply = await claim(project, ben!)
    }
    expect(served).toHaveLength(2)
    expect(served).toContain(solution)
  })
})
