import { beforeEach, expect, test } from 'vitest'
import { expireLease } from '@/lib/annotations/testing/claimed-work'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import { sendBack } from '@/lib/queue/testing/made-queue'
import { claim, label, makeDisputed } from '@/lib/review/testing/disputed-project'
import { adjudicateSolution, withdrawAdjudication } from './adjudication-commands'
import { markGold, unmarkGold } from './gold-commands'

useTestDatabase()

let world: Awaited<ReturnType<typeof makeDisputed>>

beforeEach(async () => {
  world = await makeDisputed()
})

const mark = () =>
  markGold.execute(
    world.project.admin,
    markGold.contract.input.parse({ ...world.call, revision: 1, firstErrors: [1] }),
  )
const unmark = () => unmarkGold.execute(world.project.admin, world.call)

const findItem = () =>
  getDatabase().queueItem.findFirst({
    where: { projectId: world.project.id },
    select: { wanted: true, held: true, done: true },
  })
const none = { wanted: 0, held: 0, done: 0 }
const all = { wanted: 2, held: 0, done: 0 }

const findServed = async (person = world.ben) =>
  (await claimNext.execute(person, { project: world.project.slug, ahead: false })).kind

test('what nobody has begun stands in the queue again when it is gold no more', async () => {
  expect(await mark()).toMatchObject({ closedPlaces: 2 })
  expect(await findItem()).toEqual(none)
  expect(await findServed()).toBe('none_left')
  expect(await unmark()).toMatchObject({ openedPlaces: 2 })
  expect(await findItem()).toEqual(all)
  expect(await findServed()).toBe('solution')
})

test('and so it does when the ruling is withdrawn that made it gold', async () => {
  const { adjudication } = await adjudicateSolution.execute(world.reviewer, {
    ...{ ...world.call, revision: 1, ratings: [1, -1], note: 'Two', adopted: null, gold: true },
    seen: { annotations: [], adjudication: null },
  })
  expect(await findItem()).toEqual(none)
  const call = { project: world.project.slug, adjudication }
  await withdrawAdjudication.execute(world.reviewer, call)
  expect(await findItem()).toEqual(all)
})

test.each(['given back', 'run out'])(
  'a place that is %s meanwhile stays closed, and opens with the others',
  async (how) => {
    const { lease } = await claim(world.project, world.ann)
    expect(await mark()).toMatchObject({ closedPlaces: 1 })
    if (how === 'given back')
      await releaseLease.execute(world.ann, { project: world.project.slug, lease: lease.id })
    else await expireLease(lease.id)
    expect(await findServed()).toBe('none_left')
    expect(await findItem()).toEqual(none)
    expect(await unmark()).toMatchObject({ openedPlaces: 2 })
    expect(await findItem()).toEqual(all)
  },
)

test('what came back to somebody is served to them, and only to them, as often as they need', async () => {
  await label(world.project, world.ann, [1, -1])
  await sendBack(world.project, world.ann, world.solution)
  await mark()
  for (let time = 0; time < 2; time += 1) {
    const { why, lease } = await claim(world.project, world.ann)
    expect(why).toBe('returned')
    expect(await findItem()).toEqual({ wanted: 1, held: 1, done: 0 })
    await expireLease(lease.id)
    await endExpiredLeases(getDatabase(), world.project.id)
    expect(await findItem()).toEqual(none)
  }
  expect(await findServed()).toBe('none_left')
  await unmark()
  expect(await findItem()).toEqual(all)
})
