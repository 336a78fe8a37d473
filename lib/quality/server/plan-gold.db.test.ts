import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  addGold,
  claimUntilGold,
  listPlannedGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import {
  claim,
  submitAnnotation,
  addAnnotators,
  makeQueue,
} from '@/lib/queue/testing/queue-fixtures'
import { joinProject, type MadeProject } from '@/prisma/seed/factories'
import { planGold } from './plan-gold'

useTestDatabase()

const look = () => planGold(getDatabase(), new AbortController().signal)

let project: MadeProject
let people: Person[]

beforeEach(async () => {
  project = await makeQueue(30)
  people = await addAnnotators(project, 2)
})

/** Solutions in the order in which a person gets them. */
async function listPlan(person: Person): Promise<string[]> {
  return (await listPlannedGold(project, person)).map(({ solutionId }) => solutionId)
}

const readGate = () =>
  getDatabase().queueSettings.findUnique({
    where: { projectId: project.id },
    select: { goldShare: true, requiresScreening: true },
  })

const change = (settings: { goldShare?: number; goldPerRound?: number | null }) =>
  getDatabase().project.update({
    where: { id: project.id },
    data: settings,
    select: { id: true },
  })

const countLeft = async (name: 'goldChange' | 'goldPlan') =>
  name === 'goldChange'
    ? getDatabase().goldChange.count({ where: { projectId: project.id } })
    : getDatabase().goldPlan.count({ where: { projectId: project.id } })

describe('gold is planned', () => {
  test('for annotators, up to twenty, in an order of their own; a second look changes nothing', async () => {
    const gold = await addGold(project, 25)
    const reviewer = await joinProject(project, 'reviewer')
    await look()
    const [first, second] = await Promise.all(people.map(listPlan))
    for (const plan of [first!, second!]) {
      expect(new Set(plan).size).toBe(20)
      expect(gold).toEqual(expect.arrayContaining(plan))
    }
    expect(first).not.toEqual(second)
    expect(await listPlan(reviewer)).toEqual([])
    expect(await listPlan(project.admin)).toEqual([])
    expect(await readGate()).toEqual({ goldShare: 0.05, requiresScreening: false })
    await look()
    expect(await listPlan(people[0]!)).toEqual(first)
    expect(await countLeft('goldChange')).toBe(0)
  })

  test('for who joins, and no more for who is no annotator or left', async () => {
    await addGold(project, 3)
    await look()
    const [first, second] = people
    const late = await joinProject(project, 'annotator')
    const of = (person: Person) => ({
      projectId_userId: { projectId: project.id, userId: person.userId },
    })
    await getDatabase().member.update({
      where: of(first!),
      data: { role: 'reviewer' },
      select: { role: true },
    })
    await getDatabase().member.delete({ where: of(second!), select: { role: true } })
    await look()
    expect(
      await Promise.all([late, first!, second!].map(async (who) => (await listPlan(who)).length)),
    ).toEqual([3, 0, 0])
    expect(await countLeft('goldPlan')).toBe(1)
  })

  test('anew when gold comes, and when it goes', async () => {
    const [early] = await addGold(project, 1)
    await look()
    expect(await listPlan(people[0]!)).toEqual([early])
    const more = await addGold(project, 10)
    await look()
    expect((await listPlan(people[0]!)).toSorted()).toEqual([early!, ...more].toSorted())
    await getDatabase().goldItem.deleteMany({ where: { solutionId: more[0]! } })
    expect(await listPlan(people[0]!)).not.toContain(more[0])
    await look()
    expect(await listPlan(people[0]!)).toHaveLength(10)
  })

  test('without what a person has had in any way, or marked', async () => {
    const [labelled, skipped, marked, left] = await addGold(project, 4)
    const { userId } = people[0]!
    const place = { projectId: project.id, userId }
    const db = getDatabase()
    await db.skip.create({
      data: { ...place, solutionId: skipped!, reason: 'x' },
      select: { userId: true },
    })
    await db.goldItem.updateMany({ where: { solutionId: marked! }, data: { userId } })
    await setGoldShare(project, 0.5)
    await db.queueGold.create({
      data: { ...place, solutionId: labelled!, position: 1, purpose: 'gold' },
      select: { position: true },
    })
    await submitAnnotation(project, people[0]!, await claimUntilGold(project, people[0]!))
    await look()
    expect(await listPlan(people[0]!)).toEqual([left])
    expect((await listPlan(people[1]!)).length).toBe(4)
  })

  test('more when little is left, and what is held or came back stays', async () => {
    await change({ goldShare: 0.5 })
    await addGold(project, 40)
    await look()
    const person = people[0]!
    const lease = await claimUntilGold(project, person)
    const before = await listPlan(person)
    await getDatabase().$executeRaw`
      delete from queue_gold where project_id = ${project.id}::uuid and user_id = ${person.userId}::uuid and position > 10`
    await look()
    const after = await listPlan(person)
    expect(after.length).toBe(20 + 1)
    expect(after.slice(0, 10)).toEqual(before.slice(0, 10))
    expect(after).toContain(lease.solution)
    await addGold(project, 1)
    await look()
    expect((await listPlan(person))[0]).toBe(lease.solution)
  })

  test('not at all with a share of nothing', async () => {
    await addGold(project, 5)
    await look()
    await change({ goldShare: 0 })
    await look()
    expect(await listPlan(people[0]!)).toEqual([])
    expect(await readGate()).toMatchObject({ goldShare: 0 })
    await change({ goldShare: 0.2 })
    await look()
    expect(await listPlan(people[0]!)).toHaveLength(5)
    expect(await readGate()).toMatchObject({ goldShare: 0.2 })
  })
})

describe('a fixed number per round', () => {
  /** As a round that has all of the queue. */
  async function openRound(number: number): Promise<void> {
    const db = getDatabase()
    await db.$executeRaw`
      update "round" set state = 'closed', closed_at = now() where project_id = ${project.id}::uuid and state = 'active'`
    await db.$executeRaw`
      insert into "round" (project_id, id, state, policy, user_id)
      values (${project.id}::uuid, gen_random_uuid(), 'starting', '{}', ${project.admin.userId}::uuid)`
    await db.$executeRaw`
      update "round" set state = 'active', number = ${number}, started_at = clock_timestamp()
      where project_id = ${project.id}::uuid and state = 'starting'`
    await db.queueItem.updateMany({ where: { projectId: project.id }, data: { round: number } })
  }

  test('no more than that are planned, and their chance is by what a person has to expect', async () => {
    await addGold(project, 20)
    await openRound(1)
    await change({ goldPerRound: 3 })
    await look()
    const [first, second] = people
    expect(await listPlan(first!)).toHaveLength(3)
    // 30 solutions for two people.
    expect((await readGate())?.goldShare).toBeCloseTo(3 / 15)
    await setGoldShare(project, 0.5)
    for (let i = 0; i < 2; i++)
      await submitAnnotation(project, first!, await claimUntilGold(project, first!))
    await addGold(project, 1)
    await look()
    expect(await listPlan(first!)).toHaveLength(1)
    expect(await listPlan(second!)).toHaveLength(3)
    await openRound(2)
    await look()
    expect(await listPlan(first!)).toHaveLength(3)
  })

  test('where no round is open, all that is in the queue is one', async () => {
    await addGold(project, 20)
    await change({ goldPerRound: 100 })
    await look()
    expect((await readGate())?.goldShare).toBe(0.5)
    expect(await listPlan(people[0]!)).toHaveLength(20)
  })
})

test('claims and planning at once: each gold once to a person', async () => {
  await change({ goldShare: 0.5 })
  await addGold(project, 12)
  await look()
  const had: string[] = []
  const over = new AbortController()
  const planning = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      if (i % 5 === 0) await change({ goldShare: 0.4 + (i % 2) / 100 })
      await look()
    }
  })()
  await Promise.all(
    people.map(async (person) => {
      for (let i = 0; i < 20; i++) {
        const served = await claim(project, person)
        if (served.kind !== 'solution') break
        had.push(`${person.userId} ${served.solution}`)
        await submitAnnotation(project, person, served)
      }
    }),
  )
  over.abort()
  await planning
  expect(new Set(had).size).toBe(had.length)
  for (const person of people)
    for (const planned of await listPlan(person))
      expect(had).not.toContain(`${person.userId} ${planned}`)
})
