import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  storeGoldSolutions,
  claimUntilGoldIsServed,
  listPlannedGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import {
  claimNextItem,
  completeLease,
  makeAnnotators,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import { makeMember, type TestProject } from '@/prisma/seed/factories'
import { planGoldOfAllProjects } from './plan-gold'
import { lockGoldPlans } from './plan-gold.sql'

useTestDatabase()

const runPlanning = () => planGoldOfAllProjects(getDatabase(), new AbortController().signal)

let project: TestProject
let people: Person[]

beforeEach(async () => {
  project = await makeProjectWithQueue(30)
  people = await makeAnnotators(project, 2)
})

/** Planned solutions in serving order. */
async function listPlan(person: Person): Promise<string[]> {
  return (await listPlannedGold(project, person)).map(({ solutionId }) => solutionId)
}

const readQueueSettings = () =>
  getDatabase().queueSettings.findUnique({
    where: { projectId: project.id },
    select: { goldShare: true, requiresScreening: true },
  })

const updateProject = (settings: { goldShare?: number; goldPerRound?: number | null }) =>
  getDatabase().project.update({
    where: { id: project.id },
    data: settings,
    select: { id: true },
  })

const countRows = async (name: 'goldChange' | 'goldPlan') =>
  name === 'goldChange'
    ? getDatabase().goldChange.count({ where: { projectId: project.id } })
    : getDatabase().goldPlan.count({ where: { projectId: project.id } })

describe('planning gold for annotators', () => {
  test('plans up to 20 gold items for each annotator in random order, and the next run keeps the plan', async () => {
    const gold = await storeGoldSolutions(project, 25)
    const reviewer = await makeMember(project, 'reviewer')
    await runPlanning()
    const [first, second] = await Promise.all(people.map(listPlan))
    for (const plan of [first!, second!]) {
      expect(new Set(plan).size).toBe(20)
      expect(gold).toEqual(expect.arrayContaining(plan))
    }
    expect(first).not.toEqual(second)
    expect(await listPlan(reviewer)).toEqual([])
    expect(await listPlan(project.admin)).toEqual([])
    expect(await readQueueSettings()).toEqual({ goldShare: 0.05, requiresScreening: false })
    await runPlanning()
    expect(await listPlan(people[0]!)).toEqual(first)
    expect(await countRows('goldChange')).toBe(0)
  })

  test('plans for new annotators, and deletes plans of people who are no longer annotators', async () => {
    await storeGoldSolutions(project, 3)
    await runPlanning()
    const [first, second] = people
    const newAnnotator = await makeMember(project, 'annotator')
    const memberKey = (person: Person) => ({
      projectId_userId: { projectId: project.id, userId: person.userId },
    })
    await getDatabase().member.update({
      where: memberKey(first!),
      data: { role: 'reviewer' },
      select: { role: true },
    })
    await getDatabase().member.delete({ where: memberKey(second!), select: { role: true } })
    await runPlanning()
    expect(
      await Promise.all(
        [newAnnotator, first!, second!].map(async (who) => (await listPlan(who)).length),
      ),
    ).toEqual([3, 0, 0])
    expect(await countRows('goldPlan')).toBe(1)
  })

  test('adds new gold to an annotator’s plan, and removes deleted gold', async () => {
    const [earlyGold] = await storeGoldSolutions(project, 1)
    await runPlanning()
    expect(await listPlan(people[0]!)).toEqual([earlyGold])
    const laterGold = await storeGoldSolutions(project, 10)
    await runPlanning()
    expect((await listPlan(people[0]!)).toSorted()).toEqual([earlyGold!, ...laterGold].toSorted())
    await getDatabase().goldItem.deleteMany({ where: { solutionId: laterGold[0]! } })
    expect(await listPlan(people[0]!)).not.toContain(laterGold[0])
    await runPlanning()
    expect(await listPlan(people[0]!)).toHaveLength(10)
  })

  test('excludes gold that the annotator has labelled, skipped or created', async () => {
    const [labelledId, skipped, marked, remaining] = await storeGoldSolutions(project, 4)
    const { userId } = people[0]!
    const key = { projectId: project.id, userId }
    const db = getDatabase()
    await db.skip.create({
      data: { ...key, solutionId: skipped!, reason: 'x' },
      select: { userId: true },
    })
    await db.goldItem.updateMany({ where: { solutionId: marked! }, data: { userId } })
    await setGoldShare(project, 0.5)
    await db.queueGold.create({
      data: { ...key, solutionId: labelledId!, position: 1, purpose: 'gold' },
      select: { position: true },
    })
    await completeLease(project, people[0]!, await claimUntilGoldIsServed(project, people[0]!))
    await runPlanning()
    expect(await listPlan(people[0]!)).toEqual([remaining])
    expect((await listPlan(people[1]!)).length).toBe(4)
  })

  test('extends a plan with little gold left and keeps leased gold in it', async () => {
    await updateProject({ goldShare: 0.5 })
    await storeGoldSolutions(project, 40)
    await runPlanning()
    const person = people[0]!
    const lease = await claimUntilGoldIsServed(project, person)
    const before = await listPlan(person)
    await getDatabase().$executeRaw`
      delete from queue_gold where project_id = ${project.id}::uuid and user_id = ${person.userId}::uuid and position > 10`
    await runPlanning()
    const after = await listPlan(person)
    expect(after.length).toBe(20 + 1)
    expect(after.slice(0, 10)).toEqual(before.slice(0, 10))
    expect(after).toContain(lease.solution)
    await storeGoldSolutions(project, 1)
    await runPlanning()
    expect((await listPlan(person))[0]).toBe(lease.solution)
  })

  test('plans nothing while the gold share is 0', async () => {
    await storeGoldSolutions(project, 5)
    await runPlanning()
    await updateProject({ goldShare: 0 })
    await runPlanning()
    expect(await listPlan(people[0]!)).toEqual([])
    expect(await readQueueSettings()).toMatchObject({ goldShare: 0 })
    await updateProject({ goldShare: 0.2 })
    await runPlanning()
    expect(await listPlan(people[0]!)).toHaveLength(5)
    expect(await readQueueSettings()).toMatchObject({ goldShare: 0.2 })
  })
})

describe('a fixed number of gold items per round', () => {
  /** Starts a round that contains the whole queue. */
  async function startRound(number: number): Promise<void> {
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

  test('limits each plan, and sets the gold share to this number divided by the annotations per person', async () => {
    await storeGoldSolutions(project, 20)
    await startRound(1)
    await updateProject({ goldPerRound: 3 })
    await runPlanning()
    const [first, second] = people
    expect(await listPlan(first!)).toHaveLength(3)
    // 30 solutions for two people.
    expect((await readQueueSettings())?.goldShare).toBeCloseTo(3 / 15)
    await setGoldShare(project, 0.5)
    for (let i = 0; i < 2; i++)
      await completeLease(project, first!, await claimUntilGoldIsServed(project, first!))
    await storeGoldSolutions(project, 1)
    await runPlanning()
    expect(await listPlan(first!)).toHaveLength(1)
    expect(await listPlan(second!)).toHaveLength(3)
    await startRound(2)
    await runPlanning()
    expect(await listPlan(first!)).toHaveLength(3)
  })

  test('treats the whole queue as one round while no round is active', async () => {
    await storeGoldSolutions(project, 20)
    await updateProject({ goldPerRound: 100 })
    await runPlanning()
    expect((await readQueueSettings())?.goldShare).toBe(0.5)
    expect(await listPlan(people[0]!)).toHaveLength(20)
  })
})

test('a process waits while another plans gold of the project', async () => {
  await updateProject({ goldShare: 0.5 })
  await storeGoldSolutions(project, 12)
  const { planning } = await runWhileLocked(
    (db) => lockGoldPlans(db, project.id),
    async () => {
      const waitingPlan = runPlanning()
      await expect.poll(countBlockedStatements).toBe(1)
      return { planning: waitingPlan }
    },
  )
  await planning
  expect(await listPlan(people[0]!)).not.toEqual([])
})

test('each gold item is served at most once per person while claims and planning run concurrently', async () => {
  await updateProject({ goldShare: 0.5 })
  await storeGoldSolutions(project, 12)
  await runPlanning()
  const servedKeys: string[] = []
  const stop = new AbortController()
  const planning = (async () => {
    for (let i = 0; !stop.signal.aborted; i++) {
      if (i % 5 === 0) await updateProject({ goldShare: 0.4 + (i % 2) / 100 })
      await runPlanning()
    }
  })()
  await Promise.all(
    people.map(async (person) => {
      for (let i = 0; i < 20; i++) {
        const claimedItem = await claimNextItem(project, person)
        if (claimedItem.kind !== 'solution') break
        servedKeys.push(`${person.userId} ${claimedItem.solution}`)
        await completeLease(project, person, claimedItem)
      }
    }),
  )
  stop.abort()
  await planning
  expect(new Set(servedKeys).size).toBe(servedKeys.length)
  for (const person of people)
    for (const plannedSolution of await listPlan(person))
      expect(servedKeys).not.toContain(`${person.userId} ${plannedSolution}`)
})
