import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  beginPendingTransaction,
  type PendingTransaction,
} from '@/lib/queue/testing/pending-transaction'
import {
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  completeLease,
  makeAnnotators,
  listServingOrder,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { resumeOrClaimItem } from './claim.sql'
import { releaseLease, skipSolution } from './commands'
import { endLease } from './leases'

useTestDatabase()

/** After 60 claims, fewer than 200 of 250 new items remain (a limit of `lock_best_item`). Only full runs claim all. */
const maxClaims = isFullTestRun ? Infinity : 60

/** Three solutions with one slot each. Another annotator leases the first; the cursor of `annotator` is at the third. */
async function makeQueueWithItemBeforeCursor() {
  const project = await makeProjectWithQueue(3)
  const [annotator, otherAnnotator] = await makeAnnotators(project, 2)
  const item = await claimSolutionOrThrow(project, otherAnnotator!)
  await completeLease(project, annotator!, await claimSolutionOrThrow(project, annotator!))
  const third = await claimSolutionOrThrow(project, annotator!)
  await releaseLease.execute(annotator!, { project: project.slug, lease: third.lease.id })
  expect((await listServingOrder(project))[0]).toBe(item.solution)
  return { project, annotator: annotator!, otherAnnotator: otherAnnotator!, item }
}

type QueueWithItemBeforeCursor = Awaited<ReturnType<typeof makeQueueWithItemBeforeCursor>>

describe('an item that becomes free before the annotator’s cursor is served next:', () => {
  test.each([
    [
      'released',
      async ({ project, otherAnnotator, item }: QueueWithItemBeforeCursor) =>
        void (await releaseLease.execute(otherAnnotator, {
          project: project.slug,
          lease: item.lease.id,
        })),
    ],
    [
      'skipped by another annotator',
      async ({ project, otherAnnotator, item }: QueueWithItemBeforeCursor) =>
        void (await skipSolution.execute(otherAnnotator, {
          project: project.slug,
          lease: item.lease.id,
          reason: 'No',
        })),
    ],
    [
      'expired',
      async ({ item }: QueueWithItemBeforeCursor) =>
        void (await expireLeaseInDatabase(item.lease.id)),
    ],
    [
      'given one more slot',
      async ({ project, item }: QueueWithItemBeforeCursor) =>
        void (await getDatabase().$executeRaw`
        update queue_item set slots = 2
        where project_id = ${project.id}::uuid and solution_id = ${item.solution}::uuid`),
    ],
  ])('%s', async (_, free) => {
    const setup = await makeQueueWithItemBeforeCursor()
    await free(setup)
    expect(await claimSolutionOrThrow(setup.project, setup.annotator)).toMatchObject({
      solution: setup.item.solution,
    })
  })

  test('an item whose new priority moves it before the cursor', async () => {
    const project = await makeProjectWithQueue(4)
    const [annotator] = await makeAnnotators(project, 1)
    await completeLease(project, annotator!, await claimSolutionOrThrow(project, annotator!))
    const second = await claimSolutionOrThrow(project, annotator!)
    await completeLease(project, annotator!, second)
    const [, , , last] = await listServingOrder(project)
    await claimSolutionOrThrow(project, annotator!).then(({ lease }) =>
      releaseLease.execute(annotator!, { project: project.slug, lease: lease.id }),
    )
    await getDatabase().$executeRaw`
      update queue_item set priority = 9 where project_id = ${project.id}::uuid and solution_id = ${last}::uuid`
    expect((await claimSolutionOrThrow(project, annotator!)).solution).toBe(last)
  })

  test.each(isFullTestRun ? [1, 19, 21, 199, 250] : [1, 21, 250])(
    'each of %i items added before the cursor at once, best first',
    async (count) => {
      const { project, annotator } = await makeQueueWithItemBeforeCursor()
      const addedIds = await addItems(project, count)
      const servedSolutions: string[] = []
      while (servedSolutions.length < maxClaims) {
        const reply = await claimNextItem(project, annotator)
        if (reply.kind !== 'solution') break
        servedSolutions.push(reply.solution)
        await completeLease(project, annotator, reply)
      }
      const all = [...addedIds, (await listServingOrder(project)).at(-1)]
      expect(servedSolutions).toEqual(all.slice(0, maxClaims))
    },
    60_000,
  )

  test.each(['before', 'after'] as const)(
    'an item freed by a transaction that began %s the claim’s search and committed after it',
    async (when) => {
      const { project, annotator, otherAnnotator, item } = await makeQueueWithItemBeforeCursor()
      const search = async () => {
        const { lease } = await claimSolutionOrThrow(project, annotator)
        await releaseLease.execute(annotator, { project: project.slug, lease: lease.id })
        await expectStoredCursor(project, annotator)
      }
      const beginRelease = () =>
        beginPendingTransaction((db) =>
          endLease(
            db,
            { projectId: project.id, userId: otherAnnotator.userId },
            item.lease,
            'released',
          ),
        )
      let pendingRelease: PendingTransaction
      if (when === 'before') {
        await deleteCursor(project, annotator)
        pendingRelease = await beginRelease()
        await getDatabase().$queryRaw`select pg_current_xact_id()::text` // other transactions begin and end meanwhile
        await search()
      } else {
        await search()
        pendingRelease = await beginRelease()
      }
      await pendingRelease.end('commit')
      expect((await claimSolutionOrThrow(project, annotator)).solution).toBe(item.solution)
    },
  )
})

test('a later claim serves an item that was locked when the cursor passed it', async () => {
  const { project, annotator, otherAnnotator, item } = await makeQueueWithItemBeforeCursor()
  await addLowPriorityItem(project)
  await releaseLease.execute(otherAnnotator, { project: project.slug, lease: item.lease.id })
  const lockHolder = await beginPendingTransaction(
    (db) => db.$queryRaw`
      select leased from queue_item
      where project_id = ${project.id}::uuid and solution_id = ${item.solution}::uuid for update`,
  )
  for (let passed = 0; passed < 2; passed += 1) {
    const servedItem = await claimSolutionOrThrow(project, annotator)
    expect(servedItem.solution).not.toBe(item.solution)
    await completeLease(project, annotator, servedItem)
  }
  await lockHolder.end('rollback')
  expect((await claimSolutionOrThrow(project, annotator)).solution).toBe(item.solution)
})

const addLowPriorityItem = async (project: TestProject) => {
  const [addedId] = await addItems(project, 1)
  await getDatabase().$executeRaw`
    update queue_item set priority = 0 where project_id = ${project.id}::uuid and solution_id = ${addedId}::uuid`
}

const deleteCursor = ({ id }: TestProject, { userId }: Person) =>
  getDatabase().$executeRaw`
    delete from queue_cursor where project_id = ${id}::uuid and user_id = ${userId}::uuid`

/** Checks that the cursor still exists, so that an earlier item can only be found because it was freed. */
const expectStoredCursor = async ({ id }: TestProject, { userId }: Person) => {
  const [row] = await getDatabase().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from queue_cursor where project_id = ${id}::uuid and user_id = ${userId}::uuid`
  expect(row!.n).toBe(1)
}

/** Adds items with a higher priority than all existing ones. */
async function addItems({ id }: TestProject, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await getDatabase().$executeRaw`
    with new as (
      select i.id::uuid as id, i.n from unnest(${ids}::text[]) with ordinality as i(id, n)
    ), solution as (
      insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
        verdict_reason, grader_version, metadata, import_id)
      select ${id}::uuid, new.id, (select problem_id from queue_item where project_id = ${id}::uuid limit 1),
        sha256(new.id::text::bytea), sha256(new.id::text::bytea), '', 'solution', '{a}', 'wrong', '', '', '{}', new.id
      from new returning id
    )
    insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots)
    select ${id}::uuid, new.id, (select problem_id from queue_item where project_id = ${id}::uuid limit 1), '', 1, 1,
      1000 - n, '', 1 from new join solution s on s.id = new.id`
  return ids
}

describe('an annotator’s claim cursor', () => {
  test('lets a claim read fewer than 50 rows after the annotator has annotated 600 items', async () => {
    const project = await makeProjectWithQueue(1, 2)
    const [experienced, newcomer] = await makeAnnotators(project, 2)
    await addItems(project, 900)
    await annotateAll(project, experienced!, 600)
    await getDatabase().$executeRaw`analyze queue_item, annotation`
    expect(await countRowsRead(project, experienced!)).toBeGreaterThan(600)
    expect(await countRowsRead(project, experienced!)).toBeLessThan(50)
    expect(await countRowsRead(project, newcomer!)).toBeLessThan(50)
    // Rows restored from a server with higher transaction ids do not count as freed.
    await getDatabase().$executeRaw`
      update queue_item set available_xid = '9000000000' where project_id = ${project.id}::uuid`
    expect(await countRowsRead(project, experienced!)).toBeLessThan(50)
  })

  test('is ignored after a restart of PostgreSQL, so that a claim finds items before it', async () => {
    const { project, annotator, otherAnnotator, item } = await makeQueueWithItemBeforeCursor()
    const input = { project: project.slug, lease: item.lease.id }
    await getDatabase()
      .$executeRaw`update queue_cursor set server_started_at = server_started_at - interval '1 hour'`
    await getDatabase().$executeRaw`
      update queue_cursor set snapshot = '9000000000:9000000000:' where user_id = ${annotator.userId}::uuid`
    await releaseLease.execute(otherAnnotator, input)
    expect((await claimSolutionOrThrow(project, annotator)).solution).toBe(item.solution)
  })
})

async function annotateAll({ id }: TestProject, { userId }: Person, count: number): Promise<void> {
  await getDatabase().$executeRaw`
    with first as (
      update queue_item q set slots = 2, done = 1 where (project_id, solution_id) in (
        select project_id, solution_id from queue_item where project_id = ${id}::uuid
        order by tier, pass, priority desc, solution_id limit ${count}) returning solution_id
    )
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, submitted_at)
    select ${id}::uuid, gen_random_uuid(), solution_id, ${userId}::uuid, '', 'submitted', 'solution', 1, '{1}', '{null}',
      '{0}', '{1}', 'solution', now() from first`
}

/** Rows of queue_item and annotation read by one claim. */
async function countRowsRead({ id, slug }: TestProject, person: Person): Promise<number> {
  const { read, lease } = await getDatabase().$transaction(async (db) => {
    const claimOptions = { projectId: id, userId: person.userId, prefetch: false, leaseMinutes: 30 }
    const before = await readRowCounter(db)
    const servedLease = await resumeOrClaimItem(db, claimOptions)
    return { read: (await readRowCounter(db)) - before, lease: servedLease!.id }
  })
  await releaseLease.execute(person, { project: slug, lease })
  return read
}

/** Rows read by this connection so far. */
async function readRowCounter(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<{ read: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname in ('queue_item', 'annotation')`
  return row!.read
}
