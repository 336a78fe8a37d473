import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullRun } from '@/lib/platform/testing/figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  addAnnotators,
  claimNextItem,
  claimSolution,
  expireLease,
  makeQueue,
  readQueueItems,
  returnAnnotation,
  submitAnnotation,
} from '@/lib/queue/testing/queue-fixtures'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'

useTestDatabase()

test('a claim does not wait for the item of an expired lease, and a later claim ends the lease', async () => {
  const project = await makeQueue(2)
  const [absent, present, late] = await addAnnotators(project, 3)
  const expired = await claimSolution(project, absent!)
  await expireLease(expired.lease.id)
  const writer = await beginPendingTransaction(
    (db) => db.$queryRaw`
      select solution_id from queue_item where solution_id = ${expired.solution}::uuid for update`,
  )
  const served = await claimSolution(project, present!)
  expect(served.solution).not.toBe(expired.solution)
  await writer.end('commit')
  expect((await claimSolution(project, late!)).solution).toBe(expired.solution)
})

test('the locks of ended leases are released before the claim waits for anything', async () => {
  const project = await makeQueue(1)
  const [absent, present] = await addAnnotators(project, 2)
  const expired = await claimSolution(project, absent!)
  await expireLease(expired.lease.id)
  const roundStart = await beginPendingTransaction(
    (db) =>
      db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('queue/' || ${project.id}::text, 0))`,
  )
  await expect(claimNextItem(project, present!)).rejects.toMatchObject({ code: 'P2010' })
  expect(await readQueueItems(project)).toMatchObject([{ leased: 0, leases: 0 }])
  await roundStart.end('rollback')
})

const runs = isFullRun ? 200 : 25

test('two annotators who hold each other’s rework claim concurrently without a deadlock', async () => {
  for (let run = 0; run < runs; run += 1) {
    const project = await makeQueue(2, 2)
    const [firstPerson, secondPerson] = await addAnnotators(project, 2)
    const first = await claimSolution(project, firstPerson!)
    await getDatabase().$executeRaw`
      insert into queue_exclusion (project_id, solution_id, reason, user_id)
      values (${project.id}::uuid, ${first.solution}::uuid, 'keep it from the other', ${firstPerson!.userId}::uuid)`
    const second = await claimSolution(project, secondPerson!)
    await getDatabase()
      .$executeRaw`delete from queue_exclusion where project_id = ${project.id}::uuid`
    await submitAnnotation(project, firstPerson!, first)
    await submitAnnotation(project, secondPerson!, second)
    await claimSolution(project, firstPerson!)
    await claimSolution(project, secondPerson!)
    await returnAnnotation(project, firstPerson!, first.solution)
    await returnAnnotation(project, secondPerson!, second.solution)
    const replies = await Promise.all([
      claimSolution(project, firstPerson!),
      claimSolution(project, secondPerson!),
    ])
    expect(replies.map(({ solution, reason }) => ({ solution, reason }))).toEqual([
      { solution: first.solution, reason: 'rework' },
      { solution: second.solution, reason: 'rework' },
    ])
  }
}, 60_000)
