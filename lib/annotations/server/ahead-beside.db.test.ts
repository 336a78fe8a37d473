import { expect, test, vi } from 'vitest'
import { finish, claimLease, makeState } from '@/lib/annotations/testing/claimed-work'
import { countWaiting } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { join, makeQueue } from '@/lib/queue/testing/made-queue'
import { keepOpen } from '@/lib/queue/testing/opened-later'
import { saveAnnotation, submitAnnotation } from './commands'

useTestDatabase()

const untilWaiting = (count: number) =>
  vi.waitFor(async () => expect(await countWaiting()).toBe(count), { timeout: 4_000 })

test('submitting does not wait for who saves what is ahead while that waits for it', async () => {
  const project = await makeQueue(4)
  const [person] = await join(project, 1)
  const at = { project: project.slug }
  const current = { ...at, lease: await claimLease(project, person!) }
  const ahead = { ...at, lease: await claimLease(project, person!, true) }
  await saveAnnotation.execute(person!, { ...current, ...makeState([1]) })
  await saveAnnotation.execute(person!, { ...ahead, ...makeState([1]) })
  // The save has taken its lease and stands before its annotation when the submit comes to that lease.
  const held = await keepOpen(
    (db) => db.$queryRaw`
      select l.id from annotation l join lease h using (project_id, solution_id, user_id)
      where h.id = ${ahead.lease}::uuid for update of l`,
  )
  // Both have time to count.
  const later = { basedOn: 1, activeMs: 3_000 }
  const saved = saveAnnotation.execute(person!, { ...ahead, ...makeState([1, 1], 2), ...later })
  await untilWaiting(1)
  const submitted = submitAnnotation.execute(person!, {
    ...{ ...current, ...makeState([1, -1], 2), ...later },
    ...finish.foundError,
  })
  await untilWaiting(2)
  await held.end('commit')
  expect(await Promise.all([saved, submitted])).toMatchObject([{ sequence: 2 }, { doneToday: 1 }])
})
