import { describe, expect, test, vi } from 'vitest'
import { saveAnnotation } from '@/lib/annotations/server/commands'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import {
  makeReworkOlder,
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  completeLease,
  makeAnnotators,
  makeProjectWithQueue,
  listReworkRows,
  listCountsPerQueueItem,
  submitAndReturnAnnotation,
  returnAnnotationAsRework,
  type ServedSolution,
} from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { claimBestItem } from './claim.sql'
import { releaseLease, skipSolution } from './commands'

useTestDatabase()

/** An annotator whose first annotation was returned and prefetched while the second is open. */
async function prefetchRework(project: TestProject, person: Person) {
  const first = await claimSolutionOrThrow(project, person)
  await completeLease(project, person, first)
  const current = await claimSolutionOrThrow(project, person)
  await returnAnnotationAsRework(project, person, first.solution)
  const prefetched = await claimSolutionOrThrow(project, person, true)
  expect(prefetched).toMatchObject({ reason: 'rework', solution: first.solution })
  return { current, prefetched }
}

describe('rework', () => {
  test('is served before the best waiting item, with its note, and keeps its slot', async () => {
    const project = await makeProjectWithQueue(2)
    const [person] = await makeAnnotators(project, 1)
    const solution = await submitAndReturnAnnotation(project, person!)
    const reworkClaim = await claimSolutionOrThrow(project, person!)
    expect(reworkClaim).toMatchObject({ reason: 'rework', note: 'Look', solution })
    expect((await listCountsPerQueueItem(project))[0]).toMatchObject({
      leased: 1,
      done: 0,
      leases: 1,
    })
    expect(await claimSolutionOrThrow(project, person!)).toMatchObject({
      reason: 'resumed',
      note: 'Look',
    })
    await completeLease(project, person!, reworkClaim)
    expect(await listReworkRows(project)).toEqual([])
    const next = await claimSolutionOrThrow(project, person!)
    expect(next).toMatchObject({ reason: 'work', note: null })
    expect((await listCountsPerQueueItem(project))[0]).toMatchObject({ leased: 0, done: 1 })
  })

  test('stays with its annotator; another annotator who takes the free slot gets the solution as new work', async () => {
    const project = await makeProjectWithQueue(1, 2)
    const [person, otherAnnotator] = await makeAnnotators(project, 2)
    const solution = await submitAndReturnAnnotation(project, person!)
    const work = await claimSolutionOrThrow(project, otherAnnotator!)
    expect(work).toMatchObject({ reason: 'work', note: null, solution })
    expect((await claimSolutionOrThrow(project, person!)).reason).toBe('rework')
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 2, done: 0 }])
  })

  test('is prefetched at most once', async () => {
    const project = await makeProjectWithQueue(3)
    const [person] = await makeAnnotators(project, 1)
    const { current, prefetched } = await prefetchRework(project, person!)
    await completeLease(project, person!, current)
    expect((await claimSolutionOrThrow(project, person!)).lease.id).toBe(prefetched.lease.id)
    const next = await claimSolutionOrThrow(project, person!, true)
    expect([current.solution, prefetched.solution]).not.toContain(next.solution)
  })

  test('is not prefetched while it is leased', async () => {
    const project = await makeProjectWithQueue(2)
    const [person] = await makeAnnotators(project, 1)
    const solution = await submitAndReturnAnnotation(project, person!)
    expect((await claimSolutionOrThrow(project, person!)).reason).toBe('rework')
    const prefetched = await claimSolutionOrThrow(project, person!, true)
    expect(prefetched.reason).toBe('work')
    expect(prefetched.solution).not.toBe(solution)
    expect(await listReworkRows(project)).toEqual([{ userId: person!.userId, isCounted: false }])
  })

  test('is served before a solution that the annotator leases but has not rated', async () => {
    const project = await makeProjectWithQueue(3)
    const [person] = await makeAnnotators(project, 1)
    const first = await claimSolutionOrThrow(project, person!)
    await completeLease(project, person!, first)
    const unrated = await claimSolutionOrThrow(project, person!)
    const prefetched = await claimSolutionOrThrow(project, person!, true)
    await returnAnnotationAsRework(project, person!, first.solution)
    const reworkClaim = await claimSolutionOrThrow(project, person!)
    expect(reworkClaim).toMatchObject({ reason: 'rework', solution: first.solution })
    const items = await listCountsPerQueueItem(project)
    expect(items.map(({ leased, leases, done }) => [leased, leases, done])).toEqual([
      [1, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
    await completeLease(project, person!, reworkClaim)
    const next = await claimSolutionOrThrow(project, person!)
    expect([unrated.solution, prefetched.solution]).toContain(next.solution)
  })

  test('is resumed if it was prefetched and the current lease has expired', async () => {
    const project = await makeProjectWithQueue(3)
    const [person] = await makeAnnotators(project, 1)
    const { current, prefetched } = await prefetchRework(project, person!)
    await expireLeaseInDatabase(current.lease.id)
    expect(await claimSolutionOrThrow(project, person!)).toMatchObject({
      reason: 'resumed',
      note: 'Look',
      lease: { id: prefetched.lease.id },
    })
  })

  test('is returned by the next claim if it was prefetched while the current solution has no ratings', async () => {
    const project = await makeProjectWithQueue(4)
    const [person] = await makeAnnotators(project, 1)
    const first = await claimSolutionOrThrow(project, person!)
    await completeLease(project, person!, first)
    const otherClaim = await claimSolutionOrThrow(project, person!)
    await completeLease(project, person!, otherClaim)
    await claimSolutionOrThrow(project, person!)
    await returnAnnotationAsRework(project, person!, first.solution)
    const prefetched = await claimSolutionOrThrow(project, person!, true)
    expect(prefetched).toMatchObject({ reason: 'rework', solution: first.solution })
    await returnAnnotationAsRework(project, person!, otherClaim.solution)
    expect((await claimSolutionOrThrow(project, person!)).lease.id).toBe(prefetched.lease.id)
  })

  test('is served after the current solution if that has ratings', async () => {
    const project = await makeProjectWithQueue(2)
    const [person] = await makeAnnotators(project, 1)
    const first = await claimSolutionOrThrow(project, person!)
    await completeLease(project, person!, first)
    const started = await claimSolutionOrThrow(project, person!)
    const lease = { project: project.slug, lease: started.lease.id }
    await saveAnnotation.execute(person!, { ...lease, ...makeSaveInput([1]) })
    await returnAnnotationAsRework(project, person!, first.solution)
    const resumed = await claimSolutionOrThrow(project, person!)
    expect(resumed).toMatchObject({ reason: 'resumed', solution: started.solution })
  })

  test('is served in the order of its return, oldest first', async () => {
    const project = await makeProjectWithQueue(3)
    const [person] = await makeAnnotators(project, 1)
    const finishedServedSolutions: ServedSolution[] = []
    for (let i = 0; i < 3; i += 1) {
      const servedItem = await claimSolutionOrThrow(project, person!)
      await completeLease(project, person!, servedItem)
      finishedServedSolutions.push(servedItem)
    }
    for (const { solution } of finishedServedSolutions.toReversed())
      await returnAnnotationAsRework(project, person!, solution)
    const servedSolutions: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const reply = await claimSolutionOrThrow(project, person!)
      servedSolutions.push(reply.solution)
      await completeLease(project, person!, reply)
    }
    expect(servedSolutions).toEqual(
      finishedServedSolutions.toReversed().map(({ solution }) => solution),
    )
  })

  test('is never returned by claimBestItem', async () => {
    const project = await makeProjectWithQueue(1, 2)
    const [person] = await makeAnnotators(project, 1)
    const solution = await submitAndReturnAnnotation(project, person!)
    await getDatabase().$transaction(async (db) => {
      const claimer = { projectId: project.id, userId: person!.userId }
      const terms = { isPrefetched: false, leaseMinutes: 30 }
      expect(await claimBestItem(db, claimer, terms)).toBeNull()
    })
    expect((await claimSolutionOrThrow(project, person!)).solution).toBe(solution)
  })

  test('is served even if its solution has left the queue', async () => {
    const project = await makeProjectWithQueue(1)
    const [person] = await makeAnnotators(project, 1)
    const solution = await submitAndReturnAnnotation(project, person!)
    await getDatabase().$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`
    expect(await claimSolutionOrThrow(project, person!)).toMatchObject({
      reason: 'rework',
      solution,
    })
  })
})

test('a claim serves rework even if its queue item is deleted during the claim', async () => {
  const project = await makeProjectWithQueue(1)
  const [person] = await makeAnnotators(project, 1)
  const solution = await submitAndReturnAnnotation(project, person!)
  const deletion = await beginPendingTransaction(
    (db) => db.$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`,
  )
  const pendingClaim = claimSolutionOrThrow(project, person!)
  await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), { timeout: 15_000 })
  await deletion.end('commit')
  expect(await pendingClaim).toMatchObject({ reason: 'rework', solution })
  expect(await listReworkRows(project)).toHaveLength(1)
})

test('claiming rework fails immediately while a round is starting', async () => {
  const project = await makeProjectWithQueue(1)
  const [person] = await makeAnnotators(project, 1)
  await submitAndReturnAnnotation(project, person!)
  const roundStart = await beginPendingTransaction(
    (db) =>
      db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('queue/' || ${project.id}::text, 0))`,
  )
  await expect(claimNextItem(project, person!)).rejects.toMatchObject({ code: 'unavailable' })
  await roundStart.end('rollback')
  expect((await claimSolutionOrThrow(project, person!)).reason).toBe('rework')
})

describe('rework that is not submitted', () => {
  test.each(['expires', 'is released'])(
    'frees its slot and is served again when the lease %s',
    async (how) => {
      const project = await makeProjectWithQueue(1)
      const [person] = await makeAnnotators(project, 1)
      await submitAndReturnAnnotation(project, person!)
      const { lease } = await claimSolutionOrThrow(project, person!)
      if (how === 'expires') await expireLeaseInDatabase(lease.id)
      else await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
      expect((await claimSolutionOrThrow(project, person!)).reason).toBe('rework')
      expect(await listCountsPerQueueItem(project)).toMatchObject([
        { leased: 1, done: 0, leases: 1 },
      ])
    },
  )

  test('is deleted if another annotator takes its slot, but its draft is kept', async () => {
    const project = await makeProjectWithQueue(2)
    const [person, otherAnnotator] = await makeAnnotators(project, 2)
    const solution = await submitAndReturnAnnotation(project, person!)
    const { lease } = await claimSolutionOrThrow(project, person!)
    await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
    const claimed = await claimSolutionOrThrow(project, otherAnnotator!)
    expect(claimed.solution).toBe(solution)
    await completeLease(project, otherAnnotator!, claimed)
    expect(await claimSolutionOrThrow(project, person!)).toMatchObject({ reason: 'work' })
    expect(await listReworkRows(project)).toEqual([])
    expect((await listCountsPerQueueItem(project))[0]).toMatchObject({ leased: 0, done: 1 })
    const drafts = await getDatabase().annotation.count({
      where: { projectId: project.id, userId: person!.userId, state: 'draft' },
    })
    expect(drafts).toBe(1)
  })

  test('can’t be skipped after it was returned', async () => {
    const project = await makeProjectWithQueue(1)
    const [person] = await makeAnnotators(project, 1)
    await submitAndReturnAnnotation(project, person!)
    const { lease } = await claimSolutionOrThrow(project, person!)
    const input = { project: project.slug, lease: lease.id, reason: 'not again' }
    await expect(skipSolution.execute(person!, input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('choose Give up') as string,
    })
    expect(await listReworkRows(project)).toHaveLength(1)
    expect(await claimNextItem(project, person!)).toMatchObject({ lease: { id: lease.id } })
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 1, done: 0 }])
  })

  test('is deleted and not served again if it was reopened and then skipped', async () => {
    const project = await makeProjectWithQueue(1)
    const [person] = await makeAnnotators(project, 1)
    await submitAndReturnAnnotation(project, person!)
    await getDatabase().$executeRaw`update queue_rework set kind = 'reopened'`
    const { lease } = await claimSolutionOrThrow(project, person!)
    const input = { project: project.slug, lease: lease.id, reason: 'not again' }
    await skipSolution.execute(person!, input)
    expect(await listReworkRows(project)).toEqual([])
    expect(await claimNextItem(project, person!)).toMatchObject({
      kind: 'none_left',
      reason: 'none_for_you',
    })
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 0, done: 0 }])
  })
})

test('slot counts stay correct and never exceed the overlap under random concurrent actions', async () => {
  const project = await makeProjectWithQueue(6, 2)
  const people = await makeAnnotators(project, 8)
  let state = 7
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const runs = people.map(async (person) => {
    const submitted: string[] = []
    for (let turn = 0; turn < (isFullTestRun ? 14 : 8); turn += 1) {
      const reply = await claimNextItem(project, person, random(3) === 0)
      const returnedId = submitted[random(submitted.length + 1)]
      if (returnedId !== undefined) await returnAnnotationAsRework(project, person, returnedId)
      if (reply.kind !== 'solution') continue
      const [input, choice] = [{ project: project.slug, lease: reply.lease.id }, random(6)]
      if (choice < 3) {
        await completeLease(project, person, reply)
        submitted.push(reply.solution)
      } else if (choice === 3) await releaseLease.execute(person, input)
      else if (choice === 4) await expireLeaseInDatabase(reply.lease.id)
      else await makeReworkOlder(project, '9 days')
    }
  })
  await Promise.all(runs)
  for (const item of await listCountsPerQueueItem(project)) {
    expect(item.leased).toBe(item.leases)
    expect(item.done).toBe(item.submitted + item.counted)
    expect(item.leased + item.done).toBeLessThanOrEqual(item.slots)
  }
}, 30_000)
