import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { isConnectionUnavailableError } from '@/lib/jobs/server/connection-unavailable-error'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import {
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  makeAnnotators,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { releaseLease, renewLease, skipSolution } from './commands'

useTestDatabase()

async function makeQueue(problems: number, settings = {}, scores: readonly number[] = [0.5]) {
  const project = await makeProject(settings)
  await importLines(
    project,
    Array.from({ length: problems }, (_, i) =>
      makeProblemLine(
        `p${i}`,
        scores.map((score) => score + i / 1000),
      ),
    ),
  )
  return project
}

async function readSlotCounts(project: TestProject) {
  return getDatabase().$queryRaw<{ leased: number; done: number; slots: number; leases: number }[]>`
    select q.leased, q.done, q.slots, (select count(*)::int from lease l
      where l.project_id = q.project_id and l.solution_id = q.solution_id) as leases
    from queue_item q where q.project_id = ${project.id}::uuid`
}

describe('serving order', () => {
  test('puts wrong answers first, by descending score, with one per problem before a second of any problem', async () => {
    const project = await makeProject()
    await importLines(project, [
      makeProblemLine('low', [0.1, 0.2]),
      makeProblemLine('high', [0.9, 0.8]),
      {
        ...makeProblemLine('right', []),
        samples: [{ id: 'right/0', steps: ['$1 + 1 = 2$'], answer: '2', score: 0.99 }],
      },
    ])
    const person = await makeMember(project, 'annotator')
    const servedSolutions: string[] = []
    for (;;) {
      const reply = await claimNextItem(project, person)
      if (reply.kind !== 'solution') break
      const { externalId } = await getDatabase().solution.findUniqueOrThrow({
        where: { projectId_id: { projectId: project.id, id: reply.solution } },
        select: { externalId: true },
      })
      servedSolutions.push(externalId!)
      await skipSolution.execute(person, {
        project: project.slug,
        lease: reply.lease.id,
        reason: 'next',
      })
    }
    expect(servedSolutions).toEqual(['high/0', 'low/1', 'high/1', 'low/0', 'right/0'])
  })
})

/** Claims as clients do: retries if no connection became free in time, as happens on a busy machine. */
async function claimWithRetries(
  project: TestProject,
  person: Person,
): ReturnType<typeof claimNextItem> {
  try {
    return await claimNextItem(project, person)
  } catch (error) {
    if (!isConnectionUnavailableError(error)) throw error
    return claimWithRetries(project, person)
  }
}

describe('claims', () => {
  test('return 20 different solutions if 20 are concurrent', async () => {
    const project = await makeQueue(30)
    const people = await Promise.all(
      Array.from({ length: 20 }, () => makeMember(project, 'annotator')),
    )
    const replies = await Promise.all(people.map((person) => claimSolutionOrThrow(project, person)))
    expect(new Set(replies.map((reply) => reply.solution)).size).toBe(20)
    expect(replies.every((reply) => reply.reason === 'work')).toBe(true)
  })

  test.each(isFullTestRun ? [1, 2, 3] : [1, 3])(
    'never exceed the overlap of %i when 48 concurrent claims compete for 4 solutions',
    async (overlap) => {
      const project = await makeQueue(4, { overlap })
      const people = await Promise.all(
        Array.from({ length: 16 }, () => makeMember(project, 'annotator')),
      )
      const replies = await Promise.all(
        people.flatMap((person) => [
          claimWithRetries(project, person),
          claimWithRetries(project, person),
          claimWithRetries(project, person),
        ]),
      )
      const servedSet = new Set(
        replies.flatMap((reply) => (reply.kind === 'solution' ? [reply.lease.id] : [])),
      )
      expect(servedSet.size).toBe(Math.min(16, 4 * overlap))
      const items = await readSlotCounts(project)
      for (const item of items) {
        expect(item.leased).toBe(item.leases)
        expect(item.leased).toBeLessThanOrEqual(overlap)
      }
      expect(items.reduce((sum, item) => sum + item.leased, 0)).toBe(servedSet.size)
    },
  )

  test('in several tabs at once return one lease', async () => {
    const project = await makeQueue(3)
    const person = await makeMember(project, 'annotator')
    const tabs = await Promise.all([1, 2, 3].map(() => claimSolutionOrThrow(project, person)))
    expect(new Set(tabs.map((tab) => tab.lease.id)).size).toBe(1)
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('resumed')
  })

  test('wait for a pending claim of the same annotator and resume its lease', async () => {
    const project = await makeQueue(3)
    const person = await makeMember(project, 'annotator')
    const firstLease = randomUUID()
    const first = await beginPendingTransaction(
      (db) => db.$queryRaw`
        select id from claim_next(${project.id}::uuid, ${person.userId}::uuid, ${firstLease}::uuid, false, 60)`,
    )
    const second = claimSolutionOrThrow(project, person)
    await expect.poll(countBlockedStatements).toBe(1)
    await first.end('commit')
    expect(await second).toMatchObject({ reason: 'resumed', lease: { id: firstLease } })
  })

  test('prefetch at most one lease, which becomes the current one when the current one ends', async () => {
    const project = await makeQueue(3)
    const person = await makeMember(project, 'annotator')
    const current = await claimSolutionOrThrow(project, person)
    const prefetched = await claimSolutionOrThrow(project, person, true)
    expect(prefetched.solution).not.toBe(current.solution)
    expect((await claimSolutionOrThrow(project, person, true)).lease.id).toBe(prefetched.lease.id)
    await releaseLease.execute(person, { project: project.slug, lease: current.lease.id })
    expect((await claimSolutionOrThrow(project, person)).lease.id).toBe(prefetched.lease.id)
  })

  test('free the slot of an expired lease, whose holder is rejected with lease_lost', async () => {
    const project = await makeQueue(1)
    const [first, second] = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'annotator'),
    ]
    const expiredClaim = await claimSolutionOrThrow(project, first)
    expect(await claimNextItem(project, second)).toMatchObject({
      kind: 'none_left',
      reason: 'leased_by_others',
    })
    await expireLeaseInDatabase(expiredClaim.lease.id)
    expect((await claimSolutionOrThrow(project, second)).solution).toBe(expiredClaim.solution)
    await expect(
      renewLease.execute(first, { project: project.slug, lease: expiredClaim.lease.id }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await readSlotCounts(project)).toEqual([{ leased: 1, done: 0, slots: 1, leases: 1 }])
  })

  test('lease a solution to its holder only: no one else can renew, release or skip it', async () => {
    const project = await makeQueue(1)
    const [holder, otherAnnotator] = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'annotator'),
    ]
    const { lease } = await claimSolutionOrThrow(project, holder)
    const input = { project: project.slug, lease: lease.id }
    await expect(renewLease.execute(otherAnnotator, input)).rejects.toMatchObject({
      code: 'lease_lost',
    })
    await expect(
      skipSolution.execute(otherAnnotator, { ...input, reason: 'not mine' }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await releaseLease.execute(otherAnnotator, input)).toEqual({ released: false })
    expect((await claimSolutionOrThrow(project, holder)).lease.id).toBe(lease.id)
  })

  test('resume the prefetched solution if the current lease has expired', async () => {
    const project = await makeProjectWithQueue(2)
    const [person] = await makeAnnotators(project, 1)
    const current = await claimSolutionOrThrow(project, person!)
    const prefetched = await claimSolutionOrThrow(project, person!, true)
    await expireLeaseInDatabase(current.lease.id)
    expect(await claimSolutionOrThrow(project, person!)).toMatchObject({
      reason: 'resumed',
      lease: { id: prefetched.lease.id },
    })
  })

  test('cause no deadlock if a prefetched lease is renewed while the current one ends', async () => {
    const project = await makeQueue(60)
    const person = await makeMember(project, 'annotator')
    const input = (lease: string) => ({ project: project.slug, lease })
    for (let i = 0; i < 20; i++) {
      const current = await claimSolutionOrThrow(project, person)
      const prefetched = await claimSolutionOrThrow(project, person, true)
      const outcomes = await Promise.allSettled([
        renewLease.execute(person, input(prefetched.lease.id)),
        skipSolution.execute(person, { ...input(current.lease.id), reason: 'next' }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    }
  })

  test('keep the current lease renewable after the prefetched one has expired', async () => {
    const project = await makeQueue(3)
    const person = await makeMember(project, 'annotator')
    const current = await claimSolutionOrThrow(project, person)
    const prefetched = await claimSolutionOrThrow(project, person, true)
    await expireLeaseInDatabase(prefetched.lease.id)
    const renewed = await renewLease.execute(person, {
      project: project.slug,
      lease: current.lease.id,
    })
    expect(renewed.secondsLeft).toBeGreaterThan(1700)
  })

  test.each([-3, 3])(
    'use the clock of the database if that of the process is off by %i hours',
    async (hours) => {
      const project = await makeQueue(2)
      const [first, second] = [
        await makeMember(project, 'annotator'),
        await makeMember(project, 'annotator'),
      ]
      const item = await claimSolutionOrThrow(project, first)
      const [now] = await getDatabase().$queryRaw<{ at: Date }[]>`select now() as at`
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      try {
        const { lease } = item
        const renewed = await renewLease.execute(first, { project: project.slug, lease: lease.id })
        for (const { expiresAt } of [lease, renewed]) {
          const minutes = (new Date(expiresAt).getTime() - now!.at.getTime()) / 60_000
          expect(Math.round(minutes)).toBe(30)
        }
        expect((await claimSolutionOrThrow(project, second)).solution).not.toBe(item.solution)
        expect((await claimSolutionOrThrow(project, first)).lease.id).toBe(lease.id)
        await expireLeaseInDatabase(lease.id)
        const input = { project: project.slug, lease: lease.id }
        await expect(renewLease.execute(first, input)).rejects.toMatchObject({ code: 'lease_lost' })
        expect(await releaseLease.execute(first, input)).toEqual({ released: false })
        expect((await claimSolutionOrThrow(project, first)).lease.id).not.toBe(lease.id)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('wait for the last free item while it is locked, and serve it if it is still free afterwards', async () => {
    const project = await makeQueue(1)
    const person = await makeMember(project, 'annotator')
    const lockHolder = await beginPendingTransaction(
      (db) => db.$queryRaw`
        select leased from queue_item where project_id = ${project.id}::uuid for update`,
    )
    const pendingClaim = claimNextItem(project, person)
    await expect.poll(countBlockedStatements).toBe(1)
    await lockHolder.end('rollback')
    expect(await pendingClaim).toMatchObject({ kind: 'solution' })
  })
})

test('renewing an unknown lease is rejected with lease_lost', async () => {
  const project = await makeQueue(1)
  await expect(
    renewLease.execute(project.admin, { project: project.slug, lease: randomUUID() }),
  ).rejects.toMatchObject({ code: 'lease_lost' })
})
