import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { renewLease } from '@/lib/queue/server/commands'
import { claimSolution, join, makeQueue } from '@/lib/queue/testing/made-queue'
import { keepOpen } from '@/lib/queue/testing/opened-later'
import { dropUnbegun } from './queue-round.sql'

useTestDatabase()

test('while a round fills the queue claims are refused at once, and whoever is at work goes on', async () => {
  const project = await makeQueue(40)
  const [working, ...waiting] = await join(project, 13)
  const { lease } = await claimSolution(project, working!)
  const filling = await keepOpen((db) => dropUnbegun(db, project.id))
  const claims = Promise.allSettled(waiting.map((person) => claimSolution(project, person)))
  const renewed = await renewLease.execute(working!, { project: project.slug, lease: lease.id })
  expect(renewed.id).toBe(lease.id)
  for (const claim of await claims)
    expect(String((claim as PromiseRejectedResult).reason)).toContain('the queue is being filled')
  await filling.end('roll_back')
  expect((await claimSolution(project, waiting[0]!)).kind).toBe('solution')
  const held = await getDatabase().lease.count({ where: { projectId: project.id } })
  expect(held).toBe(2)
})
