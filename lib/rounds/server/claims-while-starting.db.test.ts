import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { renewLease } from '@/lib/queue/server/commands'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import {
  claimSolutionOrThrow,
  makeAnnotators,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import { removeWaitingItems } from './queue-round.sql'

useTestDatabase()

test('while a starting round fills the queue, claims fail immediately and annotators keep their leases', async () => {
  const project = await makeProjectWithQueue(40)
  const [working, ...waiting] = await makeAnnotators(project, 13)
  const { lease } = await claimSolutionOrThrow(project, working!)
  const filling = await beginPendingTransaction((db) => removeWaitingItems(db, project.id))
  const claims = Promise.allSettled(waiting.map((person) => claimSolutionOrThrow(project, person)))
  const renewed = await renewLease.execute(working!, { project: project.slug, lease: lease.id })
  expect(renewed.id).toBe(lease.id)
  for (const claim of await claims)
    expect(String((claim as PromiseRejectedResult).reason)).toContain('the queue is being filled')
  await filling.end('rollback')
  expect((await claimSolutionOrThrow(project, waiting[0]!)).kind).toBe('solution')
  const leases = await getDatabase().lease.count({ where: { projectId: project.id } })
  expect(leases).toBe(2)
})
