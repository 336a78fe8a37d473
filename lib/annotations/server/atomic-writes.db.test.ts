import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import { saveAnnotation, submitAnnotation } from './commands'

useTestDatabase()

type Work = Awaited<ReturnType<typeof makeProjectWithClaimedSolution>>

/** Everything that a claim, a save or the end of a lease stores. */
async function readTraces({ id }: TestProject) {
  const [row] = await getDatabase().$queryRaw<Record<string, number | null>[]>`
    select (select count(*)::int from lease where project_id = ${id}::uuid) as leases,
      (select sum(leased)::int from queue_item where project_id = ${id}::uuid) as leased,
      (select sum(done)::int from queue_item where project_id = ${id}::uuid) as done,
      (select count(*)::int from annotation where project_id = ${id}::uuid) as annotations,
      (select count(*)::int from annotation_event where project_id = ${id}::uuid) as events,
      (select count(*)::int from annotation where project_id = ${id}::uuid and state = 'submitted') as submitted,
      (select count(*)::int from skip where project_id = ${id}::uuid) as skips,
      (select count(*)::int from idempotency_key where reply is not null) as keys,
      (select count(*)::int from idempotency_key where reply is null) as "emptyKeys",
      (select count(*)::int from audit_entry where project_id = ${id}::uuid) as entries`
  return row!
}

const actions: Record<string, (work: Work) => Promise<unknown>> = {
  claim: ({ project, person }) =>
    claimNext.execute(person, { project: project.slug, prefetch: true }),
  'claim with a key': ({ project, person }) =>
    claimNext.execute(
      person,
      { project: project.slug, prefetch: true },
      { idempotencyKey: randomUUID() },
    ),
  save: ({ person, input }) =>
    saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 2) }),
  'save in one statement': ({ person, input }) =>
    saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, 1], 2) }),
  submit: ({ person, input }) =>
    submitAnnotation.execute(
      person,
      { ...input, ...makeSaveInput([1, -1], 3), ...finishInputByReason.foundError },
      { idempotencyKey: randomUUID() },
    ),
  skip: ({ person, input }) =>
    skipSolution.execute(
      person,
      { ...input, reason: 'A reason' },
      { idempotencyKey: randomUUID() },
    ),
  release: ({ person, input }) => releaseLease.execute(person, input),
}

test.each(Object.keys(actions))(
  '%s writes everything or nothing, whichever SQL statement fails',
  async (name) => {
    const action = actions[name]!
    const lines = [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])]
    const claimedWork = await makeProjectWithClaimedSolution({}, lines)
    const [before, , after] = [
      await readTraces(claimedWork.project),
      await action(claimedWork),
      await readTraces(claimedWork.project),
    ]
    const expectedDifferences = computeDifferences(before, after)
    expect(expectedDifferences).toMatchObject({ entries: 1, emptyKeys: 0 })
    let failureCount = 0
    let work = await makeProjectWithClaimedSolution({}, lines)
    for (let n = 1; ; n += 1) {
      const start = await readTraces(work.project)
      let isDone = false
      const isReached = await runWithNthStatementRejected(n, () =>
        action(work).then(
          () => (isDone = true),
          () => (failureCount += 1),
        ),
      )
      const differences = computeDifferences(start, await readTraces(work.project))
      expect(differences, `statement ${n}`).toEqual(
        isDone ? expectedDifferences : computeDifferences(start, start),
      )
      if (!isReached) break
      // A failure changes nothing, so the next attempt starts from the same state.
      if (isDone) work = await makeProjectWithClaimedSolution({}, lines)
    }
    expect(failureCount).toBeGreaterThan(1)
  },
)

const computeDifferences = (
  from: Record<string, number | null>,
  to: Record<string, number | null>,
) => Object.fromEntries(Object.entries(to).map(([key, n]) => [key, (n ?? 0) - (from[key] ?? 0)]))
