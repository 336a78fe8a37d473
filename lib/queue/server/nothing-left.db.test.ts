import { expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { interveneBeforeStatement } from '@/lib/platform/testing/fail-statement'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claim,
  claimSolution,
  expireLease,
  join,
  makeQueue,
  skipNext,
  type Served,
} from '@/lib/queue/testing/made-queue'
import { keepOpen } from '@/lib/queue/testing/opened-later'
import { makeProject, type MadeProject } from '@/prisma/seed/factories'
import { readMoment, readQueueState } from './claim.sql'
import { releaseLease } from './commands'
import { endLease } from './leases'

useTestDatabase()

/** A queue of so many, with a place each, and people at it. */
async function makePeople(problems: number) {
  const project = await makeQueue(problems)
  const [person, other, third] = await join(project, 3)
  return { project, person: person!, other: other!, third: third! }
}

const giveBack = (project: MadeProject, person: Person, { lease }: Served) =>
  releaseLease.execute(person, { project: project.slug, lease: lease.id })

/** A claim that is done by `doing`, which returns what it asked of the database. */
async function claimBy(
  project: MadeProject,
  person: Person,
  doing: (act: () => Promise<void>) => Promise<string[]>,
) {
  let reply: Awaited<ReturnType<typeof claim>> | undefined
  const statements = await doing(async () => {
    reply = await claim(project, person)
  })
  return { reply: reply!, statements }
}

/** Then all is said, and others wait for the end of the transaction. */
const isSaid = (statement: string | undefined) =>
  statement === undefined || statement.startsWith('select append_audit_entry')

test('says why there is nothing', async () => {
  const empty = await makeProject()
  expect(await claim(empty, empty.admin)).toMatchObject({ kind: 'none_left', why: 'empty' })
  const { project, person, other } = await makePeople(1)
  await skipNext(project, person)
  const onlyYourOwn = { kind: 'none_left', why: 'only_your_own', until: null }
  expect(await claim(project, person)).toEqual(onlyYourOwn)
  // With somebody else by now; it would not come to this person in any case.
  const held = await claimSolution(project, other)
  expect(await claim(project, person)).toEqual(onlyYourOwn)
  await giveBack(project, other, held)
  expect(await claim(project, person)).toEqual(onlyYourOwn)
})

test('says that others hold what may still come, whatever else waits for others', async () => {
  const { project, person, other } = await makePeople(2)
  await skipNext(project, person)
  const first = await claimSolution(project, other)
  const second = await claimSolution(project, other, true)
  await giveBack(project, other, first)
  expect(await claim(project, person)).toEqual({
    kind: 'none_left',
    why: 'held_by_others',
    until: second.lease.expiresAt,
  })
  await giveBack(project, other, second)
  expect((await claimSolution(project, person)).solution).toBe(second.solution)
})

test.each(['given back', 'run out'])(
  'a place that is %s at any moment of a claim is served, or said to be with others',
  async (how) => {
    const { project, person, other } = await makePeople(1)
    const kinds = new Set<string>()
    for (let n = 1; ; n++) {
      const held = await claimSolution(project, other)
      const end = () =>
        how === 'run out' ? expireLease(held.lease.id) : giveBack(project, other, held)
      const { reply, statements } = await claimBy(project, person, (act) =>
        interveneBeforeStatement(n, act, end),
      )
      if (reply.kind === 'none_left') expect(reply.why).toBe('held_by_others')
      kinds.add(reply.kind)
      if (reply.kind === 'solution') await giveBack(project, person, reply)
      else await giveBack(project, other, held)
      if (isSaid(statements[n - 1])) break
    }
    expect(kinds).toEqual(new Set(['solution', 'none_left']))
  },
)

test('what a claim frees itself, and cannot serve, is not said to be with others', async () => {
  const { project, person, other } = await makePeople(1)
  await skipNext(project, person)
  for (let n = 1; ; n++) {
    const { lease } = await claimSolution(project, other)
    const { reply, statements } = await claimBy(project, person, (act) =>
      interveneBeforeStatement(n, act, () => expireLease(lease.id)),
    )
    expect(reply).toMatchObject({ why: 'only_your_own' })
    if (isSaid(statements[n - 1])) break
  }
})

/** Whether somebody would be served it at once. */
const isFree = async ({ id }: MadeProject) =>
  (
    await getDatabase().$queryRaw<unknown[]>`
      select from queue_item where project_id = ${id}::uuid and held + done < wanted for update skip locked`
  ).length > 0

test('a place that goes from hand to hand during a claim is served, or said to be with others', async () => {
  const { project, person, other, third } = await makePeople(1)
  const kinds = new Set<string>()
  let isOver = false
  for (let given = 1; !isOver; given++)
    for (let taken = given + 1; ; taken++) {
      const held = await claimSolution(project, other)
      let next: Served | null = null
      const take = async () => {
        if (await isFree(project)) next = await claimSolution(project, third)
      }
      let statements: string[] = []
      const { reply } = await claimBy(project, person, (act) =>
        interveneBeforeStatement(
          given,
          async () => {
            statements = await interveneBeforeStatement(taken, act, take)
          },
          () => giveBack(project, other, held),
        ),
      )
      if (reply.kind === 'none_left') expect(reply).toMatchObject({ why: 'held_by_others' })
      kinds.add(reply.kind)
      await giveBack(project, other, held)
      if (reply.kind === 'solution') await giveBack(project, person, reply)
      if (next) await giveBack(project, third, next)
      isOver = isSaid(statements[given - 1])
      if (isSaid(statements[taken - 1])) break
    }
  expect(kinds).toEqual(new Set(['solution', 'none_left']))
})

test('a giving back that is under way when a claim begins is told of', async () => {
  const { project, person, other } = await makePeople(1)
  const held = await claimSolution(project, other)
  const holder = { projectId: project.id, userId: other.userId }
  const open = await keepOpen((db) => endLease(db, holder, held.lease, 'given_back'))
  const { statements } = await claimBy(project, person, (act) =>
    interveneBeforeStatement(Infinity, act, () => Promise.reject(new Error('never'))),
  )
  const at = statements.findIndex((statement) => statement.includes('hasOpened')) + 1
  const { reply } = await claimBy(project, person, (act) =>
    interveneBeforeStatement(at, act, () => open.end('commit')),
  )
  expect(reply).toEqual({ kind: 'none_left', why: 'held_by_others', until: null })
})

test('where all is done it is looked up, not searched for', async () => {
  const { project, person } = await makePeople(200)
  const claimer = { projectId: project.id, userId: person.userId }
  await getDatabase()
    .$executeRaw`update queue_item set done = wanted where project_id = ${project.id}::uuid`
  await getDatabase().$executeRaw`analyze queue_item`
  const read = await getDatabase().$transaction(async (db) => {
    expect(await readQueueState(db, claimer, await readMoment(db))).toMatchObject({
      hasItems: true,
      hasPlaces: false,
    })
    const [row] = await db.$queryRaw<[{ rows: number }]>`
      select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'queue_item'`
    return row.rows
  })
  expect(read).toBeLessThan(10)
})
