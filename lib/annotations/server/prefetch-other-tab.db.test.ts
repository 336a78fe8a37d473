import { expect, test, vi } from 'vitest'
import {
  finishInputByReason,
  claimLease,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { countBlockedStatements } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import { makeAnnotators, makeProjectWithQueue } from '@/lib/queue/testing/queue-fixtures'
import { saveAnnotation, submitAnnotation } from './commands'

useTestDatabase()

const waitUntilBlocked = (count: number) =>
  vi.waitFor(async () => expect(await countBlockedStatements()).toBe(count), { timeout: 4_000 })

test('a submission does not deadlock with another tab’s save of the prefetched solution', async () => {
  const project = await makeProjectWithQueue(4)
  const [person] = await makeAnnotators(project, 1)
  const params = { project: project.slug }
  const current = { ...params, lease: await claimLease(project, person!) }
  const prefetched = { ...params, lease: await claimLease(project, person!, true) }
  await saveAnnotation.execute(person!, { ...current, ...makeSaveInput([1]) })
  await saveAnnotation.execute(person!, { ...prefetched, ...makeSaveInput([1]) })
  // The save has locked its lease and waits for its annotation when the submission needs that lease.
  const annotationLock = await beginPendingTransaction(
    (db) => db.$queryRaw`
      select l.id from annotation l join lease h using (project_id, solution_id, user_id)
      where h.id = ${prefetched.lease}::uuid for update of l`,
  )
  // Both add active time.
  const laterFields = { basedOn: 1, activeMs: 3_000 }
  const saved = saveAnnotation.execute(person!, {
    ...prefetched,
    ...makeSaveInput([1, 1], 2),
    ...laterFields,
  })
  await waitUntilBlocked(1)
  const submitted = submitAnnotation.execute(person!, {
    ...current,
    ...makeSaveInput([1, -1], 2),
    ...laterFields,
    ...finishInputByReason.foundError,
  })
  await waitUntilBlocked(2)
  await annotationLock.end('commit')
  expect(await Promise.all([saved, submitted])).toMatchObject([{ sequence: 2 }, { doneToday: 1 }])
})
