import { expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { runCallbackBeforeNthStatement } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { beginPendingTransaction } from '@/lib/queue/testing/pending-transaction'
import {
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  makeAnnotators,
  makeProjectWithQueue,
  skipNextSolution,
  type ServedSolution,
} from '@/lib/queue/testing/queue-fixtures'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { readTransactionSnapshot, diagnoseEmptyClaim } from './claim.sql'
import { releaseLease } from './commands'
import { endLease } from './leases'

useTestDatabase()

/** A queue with one slot per problem and three annotators. */
async function makeQueueWithAnnotators(problems: number) {
  const project = await makeProjectWithQueue(problems)
  const [person, otherAnnotator, thirdAnnotator] = await makeAnnotators(project, 3)
  return {
    project,
    person: person!,
    otherAnnotator: otherAnnotator!,
    thirdAnnotator: thirdAnnotator!,
  }
}

const release = (project: TestProject, person: Person, { lease }: ServedSolution) =>
  releaseLease.execute(person, { project: project.slug, lease: lease.id })

/** Runs a claim inside `intervene`, which can act between its SQL statements. Returns the reply and these statements. */
async function claimWithIntervention(
  project: TestProject,
  person: Person,
  intervene: (run: () => Promise<void>) => Promise<string[]>,
) {
  let reply: Awaited<ReturnType<typeof claimNextItem>> | undefined
  const statements = await intervene(async () => {
    reply = await claimNextItem(project, person)
  })
  return { reply: reply!, statements }
}

/** Whether the claim's reply is already fixed: it is from the audit entry on, and other transactions wait for the claim. */
const isPastReply = (statement: string | undefined) =>
  statement === undefined || statement.startsWith('select append_audit_entry')

test('a claim returns “empty” for an empty queue, and “none_for_you” if the annotator skipped everything', async () => {
  const empty = await makeProject()
  expect(await claimNextItem(empty, empty.admin)).toMatchObject({
    kind: 'none_left',
    reason: 'empty',
  })
  const { project, person, otherAnnotator } = await makeQueueWithAnnotators(1)
  await skipNextSolution(project, person)
  const noneForYou = { kind: 'none_left', reason: 'none_for_you', nextExpiry: null }
  expect(await claimNextItem(project, person)).toEqual(noneForYou)
  // Now leased by another annotator. This annotator skipped it, so that makes no difference.
  const item = await claimSolutionOrThrow(project, otherAnnotator)
  expect(await claimNextItem(project, person)).toEqual(noneForYou)
  await release(project, otherAnnotator, item)
  expect(await claimNextItem(project, person)).toEqual(noneForYou)
})

test('a claim returns leased_by_others if any leased item could be claimed later', async () => {
  const { project, person, otherAnnotator } = await makeQueueWithAnnotators(2)
  await skipNextSolution(project, person)
  const first = await claimSolutionOrThrow(project, otherAnnotator)
  const second = await claimSolutionOrThrow(project, otherAnnotator, true)
  await release(project, otherAnnotator, first)
  expect(await claimNextItem(project, person)).toEqual({
    kind: 'none_left',
    reason: 'leased_by_others',
    nextExpiry: second.lease.expiresAt,
  })
  await release(project, otherAnnotator, second)
  expect((await claimSolutionOrThrow(project, person)).solution).toBe(second.solution)
})

test.each(['released', 'expired'])(
  'a claim serves a slot that is %s at any point of the claim, or returns leased_by_others',
  async (how) => {
    const { project, person, otherAnnotator } = await makeQueueWithAnnotators(1)
    const kinds = new Set<string>()
    for (let n = 1; ; n++) {
      const item = await claimSolutionOrThrow(project, otherAnnotator)
      const end = () =>
        how === 'expired'
          ? expireLeaseInDatabase(item.lease.id)
          : release(project, otherAnnotator, item)
      const { reply, statements } = await claimWithIntervention(project, person, (action) =>
        runCallbackBeforeNthStatement(n, action, end),
      )
      if (reply.kind === 'none_left') expect(reply.reason).toBe('leased_by_others')
      kinds.add(reply.kind)
      if (reply.kind === 'solution') await release(project, person, reply)
      else await release(project, otherAnnotator, item)
      if (isPastReply(statements[n - 1])) break
    }
    expect(kinds).toEqual(new Set(['solution', 'none_left']))
  },
)

test('a claim does not return leased_by_others because of a slot that it frees itself but can’t serve', async () => {
  const { project, person, otherAnnotator } = await makeQueueWithAnnotators(1)
  await skipNextSolution(project, person)
  for (let n = 1; ; n++) {
    const { lease } = await claimSolutionOrThrow(project, otherAnnotator)
    const { reply, statements } = await claimWithIntervention(project, person, (action) =>
      runCallbackBeforeNthStatement(n, action, () => expireLeaseInDatabase(lease.id)),
    )
    expect(reply).toMatchObject({ reason: 'none_for_you' })
    if (isPastReply(statements[n - 1])) break
  }
})

/** Whether another annotator could claim the slot right now. */
const hasFreeSlot = async ({ id }: TestProject) =>
  (
    await getDatabase().$queryRaw<unknown[]>`
      select from queue_item where project_id = ${id}::uuid and leased + done < slots for update skip locked`
  ).length > 0

test('if a slot is released and taken by a third person during a claim, the claim serves it or returns leased_by_others', async () => {
  const { project, person, otherAnnotator, thirdAnnotator } = await makeQueueWithAnnotators(1)
  const kinds = new Set<string>()
  let isFinished = false
  for (let releaseAt = 1; !isFinished; releaseAt++)
    for (let takeAt = releaseAt + 1; ; takeAt++) {
      const item = await claimSolutionOrThrow(project, otherAnnotator)
      let claimedByThird: ServedSolution | null = null
      const take = async () => {
        if (await hasFreeSlot(project))
          claimedByThird = await claimSolutionOrThrow(project, thirdAnnotator)
      }
      let statements: string[] = []
      const { reply } = await claimWithIntervention(project, person, (action) =>
        runCallbackBeforeNthStatement(
          releaseAt,
          async () => {
            statements = await runCallbackBeforeNthStatement(takeAt, action, take)
          },
          () => release(project, otherAnnotator, item),
        ),
      )
      if (reply.kind === 'none_left') expect(reply).toMatchObject({ reason: 'leased_by_others' })
      kinds.add(reply.kind)
      await release(project, otherAnnotator, item)
      if (reply.kind === 'solution') await release(project, person, reply)
      if (claimedByThird) await release(project, thirdAnnotator, claimedByThird)
      isFinished = isPastReply(statements[releaseAt - 1])
      if (isPastReply(statements[takeAt - 1])) break
    }
  expect(kinds).toEqual(new Set(['solution', 'none_left']))
})

test('a claim returns leased_by_others if a release commits during it', async () => {
  const { project, person, otherAnnotator } = await makeQueueWithAnnotators(1)
  const item = await claimSolutionOrThrow(project, otherAnnotator)
  const holder = { projectId: project.id, userId: otherAnnotator.userId }
  const pendingRelease = await beginPendingTransaction((db) =>
    endLease(db, holder, item.lease, 'released'),
  )
  const { statements } = await claimWithIntervention(project, person, (action) =>
    runCallbackBeforeNthStatement(Infinity, action, () => Promise.reject(new Error('never'))),
  )
  const statementNumber =
    statements.findIndex((statement) => statement.includes('hasNewlyFreed')) + 1
  const { reply } = await claimWithIntervention(project, person, (action) =>
    runCallbackBeforeNthStatement(statementNumber, action, () => pendingRelease.end('commit')),
  )
  expect(reply).toEqual({ kind: 'none_left', reason: 'leased_by_others', nextExpiry: null })
})

test('diagnoseEmptyClaim reads fewer than 10 rows without an index when all 200 items are done', async () => {
  const { project, person } = await makeQueueWithAnnotators(200)
  const claimer = { projectId: project.id, userId: person.userId }
  await getDatabase()
    .$executeRaw`update queue_item set done = slots where project_id = ${project.id}::uuid`
  await getDatabase().$executeRaw`analyze queue_item`
  const rowsRead = await getDatabase().$transaction(async (db) => {
    expect(await diagnoseEmptyClaim(db, claimer, await readTransactionSnapshot(db))).toMatchObject({
      hasItems: true,
      hasUnfinishedSlots: false,
    })
    const [row] = await db.$queryRaw<[{ rows: number }]>`
      select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'queue_item'`
    return row.rows
  })
  expect(rowsRead).toBeLessThan(10)
})
