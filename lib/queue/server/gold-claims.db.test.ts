import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  addGold,
  claimGold,
  dropLease,
  listPlanned,
  planFor,
  setGoldShare,
} from '@/lib/queue/testing/gold-queue'
import {
  claim,
  claimSolution,
  finish,
  join,
  listInOrder,
  makeQueue,
  readItems,
} from '@/lib/queue/testing/made-queue'
import { releaseLease, renewLease, skipSolution } from './commands'

useTestDatabase()

const most = 0.5

/** A queue, a person at it, and gold planned for them. */
async function makeStream({ items = 3, gold = 2, share = most, overlap = 1 } = {}) {
  const project = await makeQueue(items, overlap)
  const [person] = await join(project, 1)
  const planned = await addGold(project, gold)
  await planFor(project, person!, planned)
  await setGoldShare(project, share)
  return { project, person: person!, planned }
}

const untouched = { held: 0, done: 0, leases: 0, submitted: 0 }

describe('a claim of work', () => {
  test('serves gold by chance, which says nothing of itself and holds no place', async () => {
    const { project, person, planned } = await makeStream()
    const served = await claimGold(project, person)
    expect(served).toEqual({
      ...{ kind: 'solution', why: 'work', note: null, solution: planned[0] },
      lease: { id: served.lease.id, expiresAt: served.lease.expiresAt, secondsLeft: 1800 },
    })
    expect(await readItems(project)).toMatchObject([untouched, untouched, untouched])
    expect(await claimSolution(project, person)).toMatchObject({
      ...{ why: 'resumed', solution: planned[0] },
    })
  })

  test('serves each gold once, by its place, among the work by its order', async () => {
    const { project, person, planned } = await makeStream({ items: 60, gold: 5 })
    const order = await listInOrder(project)
    const served: string[] = []
    for (;;) {
      const reply = await claim(project, person)
      if (reply.kind !== 'solution') break
      served.push(reply.solution)
      await finish(project, person, reply)
    }
    expect(served.filter((one) => planned.includes(one))).toEqual(planned)
    expect(served.filter((one) => !planned.includes(one))).toEqual(order)
    expect(await listPlanned(project, person)).toEqual([])
    const whole = { held: 0, done: 1, wanted: 1, leases: 0, submitted: 1 }
    expect(await readItems(project)).toMatchObject(order.map(() => whole))
  })

  test('draws each time anew, with the chance that the gate has', async () => {
    const { project, person } = await makeStream({ items: 1, gold: 0, share: 0.2 })
    await planFor(project, person, await addGold(project, 200))
    const served: boolean[] = []
    for (let i = 0; i < 200; i++) {
      const { solution } = await claimSolution(project, person)
      const [row] = await getDatabase().$queryRaw<[{ purpose: string; id: string }]>`
        delete from lease where project_id = ${project.id}::uuid returning purpose::text, id`
      served.push(row.purpose === 'gold')
      if (row.purpose === 'gold')
        await getDatabase().queueGold.deleteMany({ where: { solutionId: solution } })
      else
        await getDatabase().queueItem.updateMany({
          where: { projectId: project.id },
          data: { held: 0 },
        })
    }
    const count = served.filter(Boolean).length
    // 40 of 200 are meant; this is beyond once in a million.
    expect(Math.abs(count - 40)).toBeLessThan(5 * 5.7)
    const after = (is: boolean) => served.filter((_, i) => i > 0 && served[i - 1] === is)
    const share = (list: boolean[]) => list.filter(Boolean).length / list.length
    expect(Math.abs(share(after(true)) - share(after(false)))).toBeLessThan(0.36)
  })

  test('serves none where no work is left, where none is planned, and with a share of 0', async () => {
    const done = await makeStream({ items: 1 })
    const served = await claimSolution(done.project, done.person)
    await finish(done.project, done.person, served)
    const isGold = done.planned.includes(served.solution)
    if (isGold)
      await finish(done.project, done.person, await claimSolution(done.project, done.person))
    for (let i = 0; i < 10; i++) {
      const reply = await claim(done.project, done.person)
      if (reply.kind !== 'solution') break
      await finish(done.project, done.person, reply)
    }
    expect(await claim(done.project, done.person)).toMatchObject({ kind: 'none_left' })
    const never = await makeStream({ items: 20, share: 0 })
    for (let i = 0; i < 20; i++) {
      const reply = await claimSolution(never.project, never.person)
      expect(never.planned).not.toContain(reply.solution)
      await finish(never.project, never.person, reply)
    }
    expect(await listPlanned(never.project, never.person)).toMatchObject([{ servedAt: null }, {}])
  })

  test('never serves what the person labelled, skipped or holds', async () => {
    const { project, person, planned } = await makeStream({ items: 40, gold: 2 })
    const db = getDatabase()
    await db.skip.create({
      data: { projectId: project.id, solutionId: planned[0]!, userId: person.userId, reason: 'x' },
    })
    expect((await claimGold(project, person)).solution).toBe(planned[1])
    for (let i = 0; i < 12; i++)
      expect(planned).not.toContain((await claimSolution(project, person, true)).solution)
  })

  test('serves gold ahead, which becomes the current one', async () => {
    const { project, person, planned } = await makeStream({ items: 40 })
    const current = await claimSolution(project, person)
    await setGoldShare(project, most)
    const ahead = await claimGold(project, person, true)
    expect(planned).toContain(ahead.solution)
    await finish(project, person, current)
    expect(await claimSolution(project, person)).toMatchObject({
      ...{ why: 'resumed', lease: { id: ahead.lease.id } },
    })
    await finish(project, person, ahead)
    expect((await readItems(project)).reduce((sum, { held }) => sum + held!, 0)).toBe(0)
  })
})

describe('gold that is not labelled', () => {
  test.each(['given back', 'run out'])('comes again as work does when it is %s', async (how) => {
    const { project, person, planned } = await makeStream({ items: 40, gold: 1 })
    const served = await claimGold(project, person)
    if (how === 'given back')
      await releaseLease.execute(person, { project: project.slug, lease: served.lease.id })
    else await dropLease(project, served.lease.id)
    expect(await readItems(project)).toEqual(
      expect.arrayContaining([expect.objectContaining(untouched)]),
    )
    expect(await listPlanned(project, person)).toMatchObject([
      { servedAt: expect.any(Date) as Date },
    ])
    await setGoldShare(project, 0)
    const again = await claimSolution(project, person)
    expect(again).toMatchObject({ why: 'work', solution: planned[0] })
    await renewLease.execute(person, { project: project.slug, lease: again.lease.id })
    await finish(project, person, again)
    expect(await listPlanned(project, person)).toEqual([])
  })

  test('does not come again when it is skipped, and is not put before an admin', async () => {
    const { project, planned } = await makeStream({ items: 40, gold: 1 })
    for (const other of await join(project, 4)) {
      await planFor(project, other, planned)
      const { lease } = await claimGold(project, other)
      await skipSolution.execute(other, { project: project.slug, lease: lease.id, reason: 'Long' })
      expect(await listPlanned(project, other)).toEqual([])
    }
    expect(await getDatabase().queueExclusion.count({ where: { projectId: project.id } })).toBe(0)
    expect((await readItems(project)).every(({ held, done }) => held === 0 && done === 0)).toBe(
      true,
    )
  })

  test('that was work once changes nothing of its places, whatever becomes of it', async () => {
    const { project, person, planned } = await makeStream({ items: 6, gold: 0 })
    const [first] = await listInOrder(project)
    const db = getDatabase()
    // As an adjudication leaves it: somebody has labelled it, and its places are closed.
    await db.goldItem.create({
      data: { projectId: project.id, solutionId: first!, firstErrors: [] },
      select: { solutionId: true },
    })
    await db.$executeRaw`
      update queue_item set wanted = 2, done = 1, held = 1
      where project_id = ${project.id}::uuid and solution_id = ${first}::uuid`
    await planFor(project, person, [...planned, first!])
    const readFirst = async () => (await readItems(project)).find(({ wanted }) => wanted === 2)
    const before = await readFirst()
    const served = await claimGold(project, person)
    expect(served.solution).toBe(first)
    await dropLease(project, served.lease.id)
    const again = await claimGold(project, person)
    await releaseLease.execute(person, { project: project.slug, lease: again.lease.id })
    await finish(project, person, await claimGold(project, person))
    expect(await readFirst()).toEqual({ ...before, submitted: 1 })
  })

  test('is submitted like work when it ends meanwhile, and is planned no more', async () => {
    const { project, person, planned } = await makeStream({ items: 6 })
    const served = await claimGold(project, person)
    await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
    expect(await listPlanned(project, person)).toEqual([])
    await finish(project, person, served)
    const next = await claimSolution(project, person)
    expect(planned).not.toContain(next.solution)
    expect((await readItems(project)).map(({ done }) => done)).toEqual([0, 0, 0, 0, 0, 0])
  })
})

describe('many at once', () => {
  test('overlap is never exceeded, no gold twice, and places are those of work alone', async () => {
    const { project, planned } = await makeStream({ items: 12, gold: 6, overlap: 2 })
    const people = await join(project, 12)
    for (const person of people) await planFor(project, person, planned)
    const had: string[] = []
    await Promise.all(
      people.map(async (person) => {
        for (let i = 0; i < 6; i++) {
          const replies = await Promise.all([claim(project, person), claim(project, person)])
          const served = replies.filter((reply) => reply.kind === 'solution')
          if (served.length === 0) return
          expect(new Set(served.map(({ lease }) => lease.id)).size).toBe(1)
          had.push(`${person.userId} ${served[0]!.solution}`)
          await finish(project, person, served[0]!)
        }
      }),
    )
    expect(new Set(had).size).toBe(had.length)
    expect(had.some((one) => planned.includes(one.split(' ')[1]!))).toBe(true)
    for (const item of await readItems(project)) {
      expect(item).toMatchObject({ held: 0, leases: 0, done: item.submitted })
      expect(item.done).toBeLessThanOrEqual(2)
    }
  })

  test('gold ends under who claims it: nobody waits for long, and nothing is held', async () => {
    const { project, planned } = await makeStream({ items: 40, gold: 8 })
    const people = await join(project, 8)
    for (const person of people) await planFor(project, person, planned)
    const claims = Promise.all(people.map((person) => claimSolution(project, person)))
    await Promise.all([
      claims,
      ...planned.map((solutionId) =>
        getDatabase().goldItem.deleteMany({ where: { projectId: project.id, solutionId } }),
      ),
    ])
    const held = (await readItems(project)).reduce((sum, each) => sum + each.held!, 0)
    const served = (await claims).filter(({ solution }) => !planned.includes(solution))
    expect(held).toBe(served.length)
  })
})

describe('what keeps a person from work', () => {
  test('a pause: nothing is served, not even what they hold', async () => {
    const { project, person } = await makeStream()
    await claimSolution(project, person)
    const where = { projectId_userId: { projectId: project.id, userId: person.userId } }
    await getDatabase().member.update({
      where,
      data: { pausedAt: new Date() },
      select: { role: true },
    })
    expect(await claim(project, person)).toMatchObject({ kind: 'paused' })
  })

  test('a screening: newcomers are served it alone, in its order, and others work', async () => {
    const { project, person, planned } = await makeStream({ share: 0, gold: 3 })
    const [admin] = [project.admin]
    await getDatabase().queueGold.updateMany({
      where: { projectId: project.id },
      data: { purpose: 'screening' },
    })
    await getDatabase().queueGate.updateMany({
      where: { projectId: project.id },
      data: { screensNewcomer: true },
    })
    expect(await claim(project, person)).toMatchObject({ kind: 'screening_due', state: 'due' })
    await getDatabase().queueStanding.create({
      data: { projectId: project.id, userId: person.userId, standing: 'screening' },
      select: { standing: true },
    })
    for (const solution of planned) {
      const served = await claimSolution(project, person)
      expect(served).toMatchObject({ why: 'screening', solution })
      await finish(project, person, served)
    }
    expect(await claim(project, person)).toMatchObject({ kind: 'screening_due', state: 'ending' })
    expect(await claimSolution(project, admin)).toMatchObject({ why: 'work' })
    await getDatabase().queueStanding.updateMany({ data: { standing: 'admitted' } })
    expect(await claimSolution(project, person)).toMatchObject({ why: 'work' })
  })
})
