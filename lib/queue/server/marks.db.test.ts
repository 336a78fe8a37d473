import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claim,
  claimSolution,
  expireLease,
  finish,
  join,
  listInOrder,
  makeQueue,
} from '@/lib/queue/testing/made-queue'
import { keepOpen, type OpenTransaction } from '@/lib/queue/testing/opened-later'
import type { MadeProject } from '@/prisma/seed/factories'
import { claimOpenItem } from './claim.sql'
import { releaseLease, skipSolution } from './commands'
import { endLease } from './leases'

useTestDatabase()

/** Three solutions for one person each: another holds the first, and the mark of who asks is at the third. */
async function makePassed() {
  const project = await makeQueue(3)
  const [asks, other] = await join(project, 2)
  const held = await claimSolution(project, other!)
  await finish(project, asks!, await claimSolution(project, asks!))
  const third = await claimSolution(project, asks!)
  await releaseLease.execute(asks!, { project: project.slug, lease: third.lease.id })
  expect((await listInOrder(project))[0]).toBe(held.solution)
  return { project, asks: asks!, other: other!, held }
}

type Passed = Awaited<ReturnType<typeof makePassed>>

describe('what opens behind a person’s mark is served to them before the rest', () => {
  test.each([
    [
      'given back',
      async ({ project, other, held }: Passed) =>
        void (await releaseLease.execute(other, { project: project.slug, lease: held.lease.id })),
    ],
    [
      'skipped by another',
      async ({ project, other, held }: Passed) =>
        void (await skipSolution.execute(other, {
          ...{ project: project.slug, lease: held.lease.id, reason: 'No' },
        })),
    ],
    ['run out', async ({ held }: Passed) => void (await expireLease(held.lease.id))],
    [
      'wanted by one more',
      async ({ project, held }: Passed) =>
        void (await getDatabase().$executeRaw`
        update queue_item set wanted = 2
        where project_id = ${project.id}::uuid and solution_id = ${held.solution}::uuid`),
    ],
  ])('%s', async (_, open) => {
    const passed = await makePassed()
    await open(passed)
    expect(await claimSolution(passed.project, passed.asks)).toMatchObject({
      solution: passed.held.solution,
    })
  })

  test('ranked before it', async () => {
    const project = await makeQueue(4)
    const [asks] = await join(project, 1)
    await finish(project, asks!, await claimSolution(project, asks!))
    const second = await claimSolution(project, asks!)
    await finish(project, asks!, second)
    const [, , , last] = await listInOrder(project)
    await claimSolution(project, asks!).then(({ lease }) =>
      releaseLease.execute(asks!, { project: project.slug, lease: lease.id }),
    )
    await getDatabase().$executeRaw`
      update queue_item set priority = 9 where project_id = ${project.id}::uuid and solution_id = ${last}::uuid`
    expect((await claimSolution(project, asks!)).solution).toBe(last)
  })

  test.each([1, 19, 21, 199, 250])(
    '%i at once, best first, none left out',
    async (count) => {
      const { project, asks } = await makePassed()
      const added = await addItems(project, count)
      const served: string[] = []
      for (;;) {
        const reply = await claim(project, asks)
        if (reply.kind !== 'solution') break
        served.push(reply.solution)
        await finish(project, asks, reply)
      }
      expect(served).toEqual([...added, (await listInOrder(project)).at(-1)])
    },
    60_000,
  )

  test.each(['before', 'after'] as const)(
    'in a transaction that began %s the walk and ended after it',
    async (when) => {
      const { project, asks, other, held } = await makePassed()
      const walk = async () => {
        const { lease } = await claimSolution(project, asks)
        await releaseLease.execute(asks, { project: project.slug, lease: lease.id })
        await expectMark(project, asks)
      }
      const giveBack = () =>
        keepOpen((db) =>
          endLease(db, { projectId: project.id, userId: other.userId }, held.lease, 'given_back'),
        )
      let open: OpenTransaction
      if (when === 'before') {
        await forgetMark(project, asks)
        open = await giveBack()
        await getDatabase().$queryRaw`select pg_current_xact_id()::text` // others begin and end meanwhile
        await walk()
      } else {
        await walk()
        open = await giveBack()
      }
      await open.end('commit')
      expect((await claimSolution(project, asks)).solution).toBe(held.solution)
    },
  )
})

test('what another has locked while the mark moves on is not forgotten', async () => {
  const { project, asks, other, held } = await makePassed()
  await addWorse(project)
  await releaseLease.execute(other, { project: project.slug, lease: held.lease.id })
  const locked = await keepOpen(
    (db) => db.$queryRaw`
      select held from queue_item
      where project_id = ${project.id}::uuid and solution_id = ${held.solution}::uuid for update`,
  )
  for (let passed = 0; passed < 2; passed += 1) {
    const served = await claimSolution(project, asks)
    expect(served.solution).not.toBe(held.solution)
    await finish(project, asks, served)
  }
  await locked.end('roll_back')
  expect((await claimSolution(project, asks)).solution).toBe(held.solution)
})

const addWorse = async (project: MadeProject) => {
  const [added] = await addItems(project, 1)
  await getDatabase().$executeRaw`
    update queue_item set priority = 0 where project_id = ${project.id}::uuid and solution_id = ${added}::uuid`
}

const forgetMark = ({ id }: MadeProject, { userId }: Person) =>
  getDatabase().$executeRaw`
    delete from queue_mark where project_id = ${id}::uuid and user_id = ${userId}::uuid`

/** The mark itself stays: whatever is found before it must come from what opened. */
const expectMark = async ({ id }: MadeProject, { userId }: Person) => {
  const [row] = await getDatabase().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from queue_mark where project_id = ${id}::uuid and user_id = ${userId}::uuid`
  expect(row!.n).toBe(1)
}

/** New ones that are better than all that are there. */
async function addItems({ id }: MadeProject, count: number): Promise<string[]> {
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
    insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, wanted)
    select ${id}::uuid, new.id, (select problem_id from queue_item where project_id = ${id}::uuid limit 1), '', 1, 1,
      1000 - n, '', 1 from new join solution s on s.id = new.id`
  return ids
}

describe('a mark', () => {
  test('keeps a claim from walking past what its person has labelled', async () => {
    const project = await makeQueue(1, 2)
    const [veteran, newcomer] = await join(project, 2)
    await addItems(project, 900)
    await labelAll(project, veteran!, 600)
    await getDatabase().$executeRaw`analyze queue_item, annotation`
    expect(await countRead(project, veteran!)).toBeGreaterThan(600)
    expect(await countRead(project, veteran!)).toBeLessThan(50)
    expect(await countRead(project, newcomer!)).toBeLessThan(50)
    // Rows that were dumped from a server whose numbers were higher have not opened since.
    await getDatabase().$executeRaw`
      update queue_item set opened_in = '9000000000' where project_id = ${project.id}::uuid`
    expect(await countRead(project, veteran!)).toBeLessThan(50)
  })

  test('of a server that has been restarted since is not believed', async () => {
    const { project, asks, other, held } = await makePassed()
    const tell = { project: project.slug, lease: held.lease.id }
    await getDatabase()
      .$executeRaw`update queue_mark set server_started = server_started - interval '1 hour'`
    await getDatabase().$executeRaw`
      update queue_mark set seen = '9000000000:9000000000:' where user_id = ${asks.userId}::uuid`
    await releaseLease.execute(other, tell)
    expect((await claimSolution(project, asks)).solution).toBe(held.solution)
  })
})

async function labelAll({ id }: MadeProject, { userId }: Person, count: number): Promise<void> {
  await getDatabase().$executeRaw`
    with first as (
      update queue_item q set wanted = 2, done = 1 where (project_id, solution_id) in (
        select project_id, solution_id from queue_item where project_id = ${id}::uuid
        order by tier, pass, priority desc, solution_id limit ${count}) returning solution_id
    )
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, submitted_at)
    select ${id}::uuid, gen_random_uuid(), solution_id, ${userId}::uuid, '', 'submitted', 'solution', 1, '{1}', '{null}',
      '{0}', '{1}', 'solution', now() from first`
}

/** Rows of the queue and of annotations that one claim reads. */
async function countRead({ id, slug }: MadeProject, person: Person): Promise<number> {
  const { read, lease } = await getDatabase().$transaction(async (db) => {
    const claimed = { projectId: id, userId: person.userId, ahead: false, leaseMinutes: 30 }
    const before = await countRows(db)
    const served = await claimOpenItem(db, claimed)
    return { read: (await countRows(db)) - before, lease: served!.id }
  })
  await releaseLease.execute(person, { project: slug, lease })
  return read
}

/** Read by this connection so far. */
async function countRows(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<{ read: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname in ('queue_item', 'annotation')`
  return row!.read
}
