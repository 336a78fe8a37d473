import { describe, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { countWaiting } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  ageDue,
  claim,
  claimSolution,
  expireLease,
  finish,
  join,
  makeQueue,
  readDue,
  readItems,
  returnFirst,
  sendBack,
  type Served,
} from '@/lib/queue/testing/made-queue'
import { keepOpen } from '@/lib/queue/testing/opened-later'
import { takeBestItem } from './claim.sql'
import { releaseLease, skipSolution } from './commands'

useTestDatabase()

describe('what is returned', () => {
  test('comes before the best open one, with its note, and holds the place that it had', async () => {
    const project = await makeQueue(2)
    const [person] = await join(project, 1)
    const solution = await returnFirst(project, person!)
    const returned = await claimSolution(project, person!)
    expect(returned).toMatchObject({ why: 'returned', note: 'Look', solution })
    expect((await readItems(project))[0]).toMatchObject({ held: 1, done: 0, leases: 1 })
    expect(await claimSolution(project, person!)).toMatchObject({ why: 'resumed', note: 'Look' })
    await finish(project, person!, returned)
    expect(await readDue(project)).toEqual([])
    const next = await claimSolution(project, person!)
    expect(next).toMatchObject({ why: 'work', note: null })
    expect((await readItems(project))[0]).toMatchObject({ held: 0, done: 1 })
  })

  test('comes to nobody else, also where places are open', async () => {
    const project = await makeQueue(1, 2)
    const [person, other] = await join(project, 2)
    const solution = await returnFirst(project, person!)
    const work = await claimSolution(project, other!)
    expect(work).toMatchObject({ why: 'work', note: null, solution })
    expect((await claimSolution(project, person!)).why).toBe('returned')
    expect(await readItems(project)).toMatchObject([{ held: 2, done: 0 }])
  })

  test('is fetched ahead too, and not twice', async () => {
    const project = await makeQueue(3)
    const [person] = await join(project, 1)
    const first = await claimSolution(project, person!)
    await finish(project, person!, first)
    const current = await claimSolution(project, person!)
    await sendBack(project, person!, first.solution)
    const ahead = await claimSolution(project, person!, true)
    expect(ahead).toMatchObject({ why: 'returned', solution: first.solution })
    await finish(project, person!, current)
    expect((await claimSolution(project, person!)).lease.id).toBe(ahead.lease.id)
    const next = await claimSolution(project, person!, true)
    expect([current.solution, first.solution]).not.toContain(next.solution)
  })

  test('that is held already does not come once more ahead', async () => {
    const project = await makeQueue(2)
    const [person] = await join(project, 1)
    const solution = await returnFirst(project, person!)
    expect((await claimSolution(project, person!)).why).toBe('returned')
    const ahead = await claimSolution(project, person!, true)
    expect(ahead.why).toBe('work')
    expect(ahead.solution).not.toBe(solution)
    expect(await readDue(project)).toEqual([{ userId: person!.userId, isCounted: false }])
  })

  test('the oldest comes first', async () => {
    const project = await makeQueue(3)
    const [person] = await join(project, 1)
    const done: Served[] = []
    for (let i = 0; i < 3; i += 1) {
      const served = await claimSolution(project, person!)
      await finish(project, person!, served)
      done.push(served)
    }
    for (const { solution } of done.toReversed()) await sendBack(project, person!, solution)
    const served: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const reply = await claimSolution(project, person!)
      served.push(reply.solution)
      await finish(project, person!, reply)
    }
    expect(served).toEqual(done.toReversed().map(({ solution }) => solution))
  })

  test('does not come by the other road while it is due', async () => {
    const project = await makeQueue(1, 2)
    const [person] = await join(project, 1)
    const solution = await returnFirst(project, person!)
    await getDatabase().$transaction(async (db) => {
      const claimer = { projectId: project.id, userId: person!.userId }
      const item = { isAhead: false, leaseMinutes: 30 }
      expect(await takeBestItem(db, claimer, item)).toBeNull()
    })
    expect((await claimSolution(project, person!)).solution).toBe(solution)
  })

  test('of a solution that stands in the queue no more is served all the same', async () => {
    const project = await makeQueue(1)
    const [person] = await join(project, 1)
    const solution = await returnFirst(project, person!)
    await getDatabase().$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`
    expect(await claimSolution(project, person!)).toMatchObject({ why: 'returned', solution })
  })
})

test('what leaves the queue while it is asked for is served, not ended in silence', async () => {
  const project = await makeQueue(1)
  const [person] = await join(project, 1)
  const solution = await returnFirst(project, person!)
  const leaving = await keepOpen(
    (db) => db.$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`,
  )
  const claiming = claimSolution(project, person!)
  await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 15_000 })
  await leaving.end('commit')
  expect(await claiming).toMatchObject({ why: 'returned', solution })
  expect(await readDue(project)).toHaveLength(1)
})

test('while a round fills the queue, what is returned is refused at once', async () => {
  const project = await makeQueue(1)
  const [person] = await join(project, 1)
  await returnFirst(project, person!)
  const filling = await keepOpen(
    (db) =>
      db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('queue/' || ${project.id}::text, 0))`,
  )
  await expect(claim(project, person!)).rejects.toMatchObject({ code: 'unavailable' })
  await filling.end('roll_back')
  expect((await claimSolution(project, person!)).why).toBe('returned')
})

describe('a lease on it that ends without an answer', () => {
  test.each(['ran out', 'was given back'])(
    'and %s frees the place; it comes again',
    async (how) => {
      const project = await makeQueue(1)
      const [person] = await join(project, 1)
      await returnFirst(project, person!)
      const { lease } = await claimSolution(project, person!)
      if (how === 'ran out') await expireLease(lease.id)
      else await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
      expect((await claimSolution(project, person!)).why).toBe('returned')
      expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
    },
  )

  test('is due no more once somebody else has the place; the draft stays', async () => {
    const project = await makeQueue(2)
    const [person, other] = await join(project, 2)
    const solution = await returnFirst(project, person!)
    const { lease } = await claimSolution(project, person!)
    await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
    const taken = await claimSolution(project, other!)
    expect(taken.solution).toBe(solution)
    await finish(project, other!, taken)
    expect(await claimSolution(project, person!)).toMatchObject({ why: 'work' })
    expect(await readDue(project)).toEqual([])
    expect((await readItems(project))[0]).toMatchObject({ held: 0, done: 1 })
    const drafts = await getDatabase().annotation.count({
      where: { projectId: project.id, userId: person!.userId, state: 'draft' },
    })
    expect(drafts).toBe(1)
  })

  test('by skipping: it is not due any more, and does not come back', async () => {
    const project = await makeQueue(1)
    const [person] = await join(project, 1)
    await returnFirst(project, person!)
    const { lease } = await claimSolution(project, person!)
    const input = { project: project.slug, lease: lease.id, reason: 'not again' }
    await skipSolution.execute(person!, input)
    expect(await readDue(project)).toEqual([])
    expect(await claim(project, person!)).toMatchObject({ kind: 'none_left', why: 'only_your_own' })
    expect(await readItems(project)).toMatchObject([{ held: 0, done: 0 }])
  })
})

test('whatever several people do at once, places are counted right and overlap is kept', async () => {
  const project = await makeQueue(6, 2)
  const people = await join(project, 8)
  let state = 7
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const acts = people.map(async (person) => {
    const mine: string[] = []
    for (let turn = 0; turn < 14; turn += 1) {
      const reply = await claim(project, person, random(3) === 0)
      const back = mine[random(mine.length + 1)]
      if (back !== undefined) await sendBack(project, person, back)
      if (reply.kind !== 'solution') continue
      const [input, choice] = [{ project: project.slug, lease: reply.lease.id }, random(6)]
      if (choice < 3) {
        await finish(project, person, reply)
        mine.push(reply.solution)
      } else if (choice === 3) await releaseLease.execute(person, input)
      else if (choice === 4) await expireLease(reply.lease.id)
      else await ageDue(project, '9 days')
    }
  })
  await Promise.all(acts)
  for (const item of await readItems(project)) {
    expect(item.held).toBe(item.leases)
    expect(item.done).toBe(item.submitted! + item.counted!)
    expect(item.held! + item.done!).toBeLessThanOrEqual(item.wanted!)
  }
}, 30_000)
