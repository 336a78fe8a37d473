import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import {
  makeAnnotators,
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  makeProjectWithQueue,
  listCountsPerQueueItem,
  returnAnnotationAsRework,
  completeLease,
} from '@/lib/queue/testing/queue-fixtures'

useTestDatabase()

test('a claim does not wait for a locked item whose lease expired; a later claim ends that lease', async () => {
  const project = await makeProjectWithQueue(2)
  const [firstAnnotator, secondAnnotator, thirdAnnotator] = await makeAnnotators(project, 3)
  const expiredClaim = await claimSolutionOrThrow(project, firstAnnotator!)
  await expireLeaseInDatabase(expiredClaim.lease.id)
  const writer = await beginPendingTransaction(
    (db) => db.$queryRaw`
      select solution_id from queue_item where solution_id = ${expiredClaim.solution}::uuid for update`,
  )
  const served = await claimSolutionOrThrow(project, secondAnnotator!)
  expect(served.solution).not.toBe(expiredClaim.solution)
  await writer.end('commit')
  expect((await claimSolutionOrThrow(project, thirdAnnotator!)).solution).toBe(
    expiredClaim.solution,
  )
})

test('a claim commits the end of expired leases before it waits for other locks', async () => {
  const project = await makeProjectWithQueue(1)
  const [firstAnnotator, secondAnnotator] = await makeAnnotators(project, 2)
  const expiredClaim = await claimSolutionOrThrow(project, firstAnnotator!)
  await expireLeaseInDatabase(expiredClaim.lease.id)
  const roundStart = await beginPendingTransaction(
    (db) =>
      db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('queue/' || ${project.id}::text, 0))`,
  )
  await expect(claimNextItem(project, secondAnnotator!)).rejects.toMatchObject({ code: 'P2010' })
  expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 0, leases: 0 }])
  await roundStart.end('rollback')
})

const runs = isFullTestRun ? 200 : 8

test(
  'two annotators who hold each other’s rework claim concurrently without a deadlock',
  async () => {
    for (let run = 0; run < runs; run += 1) {
      const project = await makeProjectWithQueue(2, 2)
      const [firstPerson, secondPerson] = await makeAnnotators(project, 2)
      const first = await claimSolutionOrThrow(project, firstPerson!)
      await getDatabase().$executeRaw`
      insert into queue_exclusion (project_id, solution_id, reason, user_id)
      values (${project.id}::uuid, ${first.solution}::uuid, 'keep it from the other', ${firstPerson!.userId}::uuid)`
      const second = await claimSolutionOrThrow(project, secondPerson!)
      await getDatabase()
        .$executeRaw`delete from queue_exclusion where project_id = ${project.id}::uuid`
      await completeLease(project, firstPerson!, first)
      await completeLease(project, secondPerson!, second)
      await claimSolutionOrThrow(project, firstPerson!)
      await claimSolutionOrThrow(project, secondPerson!)
      await returnAnnotationAsRework(project, firstPerson!, first.solution)
      await returnAnnotationAsRework(project, secondPerson!, second.solution)
      const replies = await Promise.all([
        claimSolutionOrThrow(project, firstPerson!),
        claimSolutionOrThrow(project, secondPerson!),
      ])
      expect(replies.map(({ solution, reason }) => ({ solution, reason }))).toEqual([
        { solution: first.solution, reason: 'rework' },
        { solution: second.solution, reason: 'rework' },
      ])
    }
  },
  isFullTestRun ? 600_000 : 60_000,
)
