import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  storeGoldSolutions,
  claimUntilGoldIsServed,
  expireAndEndLease,
  listPlannedGold,
  planTestGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import {
  claimNextItem,
  claimSolutionOrThrow,
  completeLease,
  makeAnnotators,
  listServingOrder,
  makeProjectWithQueue,
  listCountsPerQueueItem,
} from '@/lib/queue/testing/queue-fixtures'
import { releaseLease, renewLease, skipSolution } from './commands'

useTestDatabase()

const maxGoldShare = 0.5

/** A queue with one annotator and gold planned for them. */
async function makeQueueWithGold({ items = 3, gold = 2, share = maxGoldShare, overlap = 1 } = {}) {
  const project = await makeProjectWithQueue(items, overlap)
  const [person] = await makeAnnotators(project, 1)
  const plannedIds = await storeGoldSolutions(project, gold)
  await planTestGold(project, person!, plannedIds)
  await setGoldShare(project, share)
  return { project, person: person!, planned: plannedIds }
}

const untouchedItem = { leased: 0, done: 0, leases: 0, submitted: 0 }

describe('a claim in a project with gold', () => {
  test('serves gold in a reply like that of ordinary work, without taking a slot', async () => {
    const { project, person, planned } = await makeQueueWithGold()
    const servedItem = await claimUntilGoldIsServed(project, person)
    expect(servedItem).toEqual({
      kind: 'solution',
      reason: 'work',
      note: null,
      solution: planned[0],
      lease: { id: servedItem.lease.id, expiresAt: servedItem.lease.expiresAt, secondsLeft: 1800 },
    })
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      untouchedItem,
      untouchedItem,
      untouchedItem,
    ])
    expect(await claimSolutionOrThrow(project, person)).toMatchObject({
      reason: 'resumed',
      solution: planned[0],
    })
  })

  test('serves each gold item once, in planned order, and ordinary items in serving order', async () => {
    const { project, person, planned } = await makeQueueWithGold({ items: 60, gold: 5 })
    const order = await listServingOrder(project)
    const servedSolutions: string[] = []
    for (;;) {
      const reply = await claimNextItem(project, person)
      if (reply.kind !== 'solution') break
      servedSolutions.push(reply.solution)
      await completeLease(project, person, reply)
    }
    expect(servedSolutions.filter((solution) => planned.includes(solution))).toEqual(planned)
    expect(servedSolutions.filter((solution) => !planned.includes(solution))).toEqual(order)
    expect(await listPlannedGold(project, person)).toEqual([])
    const finishedItem = { leased: 0, done: 1, slots: 1, leases: 0, submitted: 1 }
    expect(await listCountsPerQueueItem(project)).toMatchObject(order.map(() => finishedItem))
  })

  test('serves gold with the gold share as its probability, independently for each claim', async () => {
    const { project, person } = await makeQueueWithGold({ items: 1, gold: 0, share: 0.2 })
    await planTestGold(project, person, await storeGoldSolutions(project, 200))
    const wereGold: boolean[] = []
    for (let i = 0; i < 200; i++) {
      const { solution } = await claimSolutionOrThrow(project, person)
      const [row] = await getDatabase().$queryRaw<[{ purpose: string; id: string }]>`
        delete from lease where project_id = ${project.id}::uuid returning purpose::text, id`
      wereGold.push(row.purpose === 'gold')
      if (row.purpose === 'gold')
        await getDatabase().queueGold.deleteMany({ where: { solutionId: solution } })
      else
        await getDatabase().queueItem.updateMany({
          where: { projectId: project.id },
          data: { leased: 0 },
        })
    }
    const count = wereGold.filter(Boolean).length
    // Expected: 40 of 200. A larger deviation has a probability below one in a million.
    expect(Math.abs(count - 40)).toBeLessThan(5 * 5.7)
    const after = (wasGold: boolean) =>
      wereGold.filter((_, i) => i > 0 && wereGold[i - 1] === wasGold)
    const share = (list: boolean[]) => list.filter(Boolean).length / list.length
    expect(Math.abs(share(after(true)) - share(after(false)))).toBeLessThan(0.36)
  })

  test('serves no gold if no ordinary work is left or the gold share is 0', async () => {
    const finishedQueue = await makeQueueWithGold({ items: 1 })
    const servedItem = await claimSolutionOrThrow(finishedQueue.project, finishedQueue.person)
    await completeLease(finishedQueue.project, finishedQueue.person, servedItem)
    const isGold = finishedQueue.planned.includes(servedItem.solution)
    if (isGold)
      await completeLease(
        finishedQueue.project,
        finishedQueue.person,
        await claimSolutionOrThrow(finishedQueue.project, finishedQueue.person),
      )
    for (let i = 0; i < 10; i++) {
      const reply = await claimNextItem(finishedQueue.project, finishedQueue.person)
      if (reply.kind !== 'solution') break
      await completeLease(finishedQueue.project, finishedQueue.person, reply)
    }
    expect(await claimNextItem(finishedQueue.project, finishedQueue.person)).toMatchObject({
      kind: 'none_left',
    })
    const queueWithoutGold = await makeQueueWithGold({ items: 20, share: 0 })
    for (let i = 0; i < 20; i++) {
      const reply = await claimSolutionOrThrow(queueWithoutGold.project, queueWithoutGold.person)
      expect(queueWithoutGold.planned).not.toContain(reply.solution)
      await completeLease(queueWithoutGold.project, queueWithoutGold.person, reply)
    }
    expect(await listPlannedGold(queueWithoutGold.project, queueWithoutGold.person)).toMatchObject([
      { servedAt: null },
      {},
    ])
  })

  test('never serves gold that the annotator has skipped or leased', async () => {
    const { project, person, planned } = await makeQueueWithGold({ items: 40, gold: 2 })
    const db = getDatabase()
    await db.skip.create({
      data: { projectId: project.id, solutionId: planned[0]!, userId: person.userId, reason: 'x' },
    })
    expect((await claimUntilGoldIsServed(project, person)).solution).toBe(planned[1])
    for (let i = 0; i < 12; i++)
      expect(planned).not.toContain((await claimSolutionOrThrow(project, person, true)).solution)
  })

  test('can prefetch gold, which becomes the current lease next', async () => {
    const { project, person, planned } = await makeQueueWithGold({ items: 40 })
    const current = await claimSolutionOrThrow(project, person)
    await setGoldShare(project, maxGoldShare)
    const prefetched = await claimUntilGoldIsServed(project, person, true)
    expect(planned).toContain(prefetched.solution)
    await completeLease(project, person, current)
    expect(await claimSolutionOrThrow(project, person)).toMatchObject({
      reason: 'resumed',
      lease: { id: prefetched.lease.id },
    })
    await completeLease(project, person, prefetched)
    expect(
      (await listCountsPerQueueItem(project)).reduce((sum, { leased }) => sum + leased, 0),
    ).toBe(0)
  })
})

describe('gold that is not submitted', () => {
  test.each(['released', 'expired'])(
    'is served again, like ordinary work, after its lease was %s',
    async (how) => {
      const { project, person, planned } = await makeQueueWithGold({ items: 40, gold: 1 })
      const servedItem = await claimUntilGoldIsServed(project, person)
      if (how === 'released')
        await releaseLease.execute(person, { project: project.slug, lease: servedItem.lease.id })
      else await expireAndEndLease(project, servedItem.lease.id)
      expect(await listCountsPerQueueItem(project)).toEqual(
        expect.arrayContaining([expect.objectContaining(untouchedItem)]),
      )
      expect(await listPlannedGold(project, person)).toMatchObject([
        { servedAt: expect.any(Date) as Date },
      ])
      await setGoldShare(project, 0)
      const secondItem = await claimSolutionOrThrow(project, person)
      expect(secondItem).toMatchObject({ reason: 'work', solution: planned[0] })
      await renewLease.execute(person, { project: project.slug, lease: secondItem.lease.id })
      await completeLease(project, person, secondItem)
      expect(await listPlannedGold(project, person)).toEqual([])
    },
  )

  test('is not served again after a skip, and is not excluded even if four annotators skip it', async () => {
    const { project, planned } = await makeQueueWithGold({ items: 40, gold: 1 })
    for (const otherAnnotator of await makeAnnotators(project, 4)) {
      await planTestGold(project, otherAnnotator, planned)
      const { lease } = await claimUntilGoldIsServed(project, otherAnnotator)
      await skipSolution.execute(otherAnnotator, {
        project: project.slug,
        lease: lease.id,
        reason: 'Long',
      })
      expect(await listPlannedGold(project, otherAnnotator)).toEqual([])
    }
    expect(await getDatabase().queueExclusion.count({ where: { projectId: project.id } })).toBe(0)
    expect(
      (await listCountsPerQueueItem(project)).every(
        ({ leased, done }) => leased === 0 && done === 0,
      ),
    ).toBe(true)
  })

  test('never changes the slot counts of an item that was ordinary work before', async () => {
    const { project, person, planned } = await makeQueueWithGold({ items: 6, gold: 0 })
    const [first] = await listServingOrder(project)
    const db = getDatabase()
    // As after an adjudication: annotated once, with its free slots closed.
    await db.goldItem.create({
      data: { projectId: project.id, solutionId: first!, firstErrors: [] },
      select: { solutionId: true },
    })
    await db.$executeRaw`
      update queue_item set slots = 2, done = 1, leased = 1
      where project_id = ${project.id}::uuid and solution_id = ${first}::uuid`
    await planTestGold(project, person, [...planned, first!])
    const readFirst = async () =>
      (await listCountsPerQueueItem(project)).find(({ slots }) => slots === 2)
    const before = await readFirst()
    const servedItem = await claimUntilGoldIsServed(project, person)
    expect(servedItem.solution).toBe(first)
    await expireAndEndLease(project, servedItem.lease.id)
    const secondItem = await claimUntilGoldIsServed(project, person)
    await releaseLease.execute(person, { project: project.slug, lease: secondItem.lease.id })
    await completeLease(project, person, await claimUntilGoldIsServed(project, person))
    expect(await readFirst()).toEqual({ ...before, submitted: 1 })
  })

  test('can still be submitted after it stops being gold, and is no longer planned', async () => {
    const { project, person, planned } = await makeQueueWithGold({ items: 6 })
    const servedItem = await claimUntilGoldIsServed(project, person)
    await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
    expect(await listPlannedGold(project, person)).toEqual([])
    await completeLease(project, person, servedItem)
    const next = await claimSolutionOrThrow(project, person)
    expect(planned).not.toContain(next.solution)
    expect((await listCountsPerQueueItem(project)).map(({ done }) => done)).toEqual([
      0, 0, 0, 0, 0, 0,
    ])
  })
})

describe('concurrent claims in a project with gold', () => {
  test('never exceed the overlap, serve a gold item twice or count gold in slots', async () => {
    const { project, planned } = await makeQueueWithGold({ items: 12, gold: 6, overlap: 2 })
    const people = await makeAnnotators(project, 12)
    for (const person of people) await planTestGold(project, person, planned)
    const servedPairs: string[] = []
    await Promise.all(
      people.map(async (person) => {
        for (let i = 0; i < 6; i++) {
          const replies = await Promise.all([
            claimNextItem(project, person),
            claimNextItem(project, person),
          ])
          const servedItems = replies.filter((reply) => reply.kind === 'solution')
          if (servedItems.length === 0) return
          expect(new Set(servedItems.map(({ lease }) => lease.id)).size).toBe(1)
          servedPairs.push(`${person.userId} ${servedItems[0]!.solution}`)
          await completeLease(project, person, servedItems[0]!)
        }
      }),
    )
    expect(new Set(servedPairs).size).toBe(servedPairs.length)
    expect(servedPairs.some((pair) => planned.includes(pair.split(' ')[1]!))).toBe(true)
    for (const item of await listCountsPerQueueItem(project)) {
      expect(item).toMatchObject({ leased: 0, leases: 0, done: item.submitted })
      expect(item.done).toBeLessThanOrEqual(2)
    }
  })

  test('succeed while gold is being deleted, and take slots only for ordinary work', async () => {
    const { project, planned } = await makeQueueWithGold({ items: 40, gold: 8 })
    const people = await makeAnnotators(project, 8)
    for (const person of people) await planTestGold(project, person, planned)
    const claims = Promise.all(people.map((person) => claimSolutionOrThrow(project, person)))
    await Promise.all([
      claims,
      ...planned.map((solutionId) =>
        getDatabase().goldItem.deleteMany({ where: { projectId: project.id, solutionId } }),
      ),
    ])
    const leasedCount = (await listCountsPerQueueItem(project)).reduce(
      (sum, each) => sum + each.leased,
      0,
    )
    const servedItems = (await claims).filter(({ solution }) => !planned.includes(solution))
    expect(leasedCount).toBe(servedItems.length)
  })
})

describe('an annotator', () => {
  test('who is paused is served nothing, not even their current lease', async () => {
    const { project, person } = await makeQueueWithGold()
    await claimSolutionOrThrow(project, person)
    const where = { projectId_userId: { projectId: project.id, userId: person.userId } }
    await getDatabase().member.update({
      where,
      data: { pausedAt: new Date() },
      select: { role: true },
    })
    expect(await claimNextItem(project, person)).toMatchObject({ kind: 'paused' })
  })

  test('in screening is served only the screening, in order, while others are served ordinary work', async () => {
    const { project, person, planned } = await makeQueueWithGold({ share: 0, gold: 3 })
    const [admin] = [project.admin]
    await getDatabase().queueGold.updateMany({
      where: { projectId: project.id },
      data: { purpose: 'screening' },
    })
    await getDatabase().queueSettings.updateMany({
      where: { projectId: project.id },
      data: { requiresScreening: true },
    })
    expect(await claimNextItem(project, person)).toMatchObject({
      kind: 'screening_due',
      state: 'required',
    })
    await getDatabase().queueAdmission.create({
      data: { projectId: project.id, userId: person.userId, status: 'screening' },
      select: { status: true },
    })
    for (const solution of planned) {
      const servedItem = await claimSolutionOrThrow(project, person)
      expect(servedItem).toMatchObject({ reason: 'screening', solution })
      await completeLease(project, person, servedItem)
    }
    expect(await claimNextItem(project, person)).toMatchObject({
      kind: 'screening_due',
      state: 'grading',
    })
    expect(await claimSolutionOrThrow(project, admin)).toMatchObject({ reason: 'work' })
    await getDatabase().queueAdmission.updateMany({ data: { status: 'admitted' } })
    expect(await claimSolutionOrThrow(project, person)).toMatchObject({ reason: 'work' })
  })
})
