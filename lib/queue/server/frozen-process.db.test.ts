import { expect, test } from 'vitest'
import { saveAnnotation } from '@/lib/annotations/server/commands'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { isDatabaseUnavailable } from '@/lib/platform/server/database-error-kinds'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeAnnotators,
  claimSolutionOrThrow,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import { lockClaimsOfAnnotator } from './claim.sql'

useTestDatabase()

const maxMs = 6_000

test('an annotator can claim and save within 6 s after a process froze in one of their transactions', async () => {
  const project = await makeProjectWithQueue(3)
  const [person] = await makeAnnotators(project, 1)
  const claimer = { projectId: project.id, userId: person!.userId }
  const { lease } = await claimSolutionOrThrow(project, person!)
  const thawed = Promise.withResolvers<void>()
  const failures: Promise<unknown>[] = []
  const freeze = async () => {
    const locked = Promise.withResolvers<void>()
    // No statement follows, as in a frozen process.
    const frozenTransaction = getDatabase().$transaction(
      async (db) => {
        await lockClaimsOfAnnotator(db, claimer)
        locked.resolve()
        await thawed.promise
      },
      { timeout: 30_000 },
    )
    failures.push(frozenTransaction.catch((error: unknown) => error))
    await locked.promise
  }
  const measure = async (write: () => Promise<unknown>) => {
    await freeze()
    const startedAt = performance.now()
    await write()
    return performance.now() - startedAt
  }
  const input = { project: project.slug, lease: lease.id, ...makeSaveInput([1]) }
  expect(await measure(() => saveAnnotation.execute(person!, input))).toBeLessThan(maxMs)
  expect(await measure(() => claimSolutionOrThrow(project, person!, true))).toBeLessThan(maxMs)
  thawed.resolve()
  for (const failure of await Promise.all(failures))
    expect(isDatabaseUnavailable(failure)).toBe(true)
})
