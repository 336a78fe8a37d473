import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeReworkOlder,
  claimNextItem,
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  completeLease,
  makeAnnotators,
  makeProjectWithQueue,
  listReworkRows,
  listCountsPerQueueItem,
  submitAndReturnAnnotation,
  returnAnnotationAsRework,
} from '@/lib/queue/testing/queue-fixtures'
import { makePerson, type TestProject } from '@/prisma/seed/factories'
import { lockClaimsOfAnnotator } from './claim.sql'
import { releaseLease } from './commands'

useTestDatabase()

const removeMember = ({ id }: TestProject, { userId }: Person) =>
  getDatabase().member.deleteMany({ where: { projectId: id, userId } })

const disableAccount = (_: TestProject, { userId }: Person) =>
  getDatabase().user.updateMany({ where: { id: userId }, data: { disabledAt: new Date() } })

/** A queue with one slot, two annotators, and rework for the first of them. */
async function makeQueueWithRework() {
  const project = await makeProjectWithQueue(1)
  const [person, otherAnnotator] = await makeAnnotators(project, 2)
  const solution = await submitAndReturnAnnotation(project, person!)
  return { project, person: person!, otherAnnotator: otherAnnotator!, solution }
}

const noneLeft = { kind: 'none_left' }
const reservedItem = [{ leased: 0, done: 1, slots: 1, counted: 1 }]

describe('rework of an annotator who does not return', () => {
  test.each([
    ['after they leave the project', removeMember],
    ['after their account is disabled', disableAccount],
    ['after seven days', (project: TestProject) => makeReworkOlder(project, '7 days 1 minute')],
  ])('goes to another annotator %s', async (_, action) => {
    const { project, person, otherAnnotator, solution } = await makeQueueWithRework()
    await action(project, person)
    const servedItem = await claimSolutionOrThrow(project, otherAnnotator)
    expect(servedItem).toMatchObject({ reason: 'work', note: null, solution })
    expect(await listReworkRows(project)).toEqual([])
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      { leased: 1, done: 0, slots: 1, leases: 1 },
    ])
    await completeLease(project, otherAnnotator, servedItem)
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      { leased: 0, done: 1, submitted: 1 },
    ])
    const drafts = { projectId: project.id, userId: person.userId, state: 'draft' } as const
    expect(await getDatabase().annotation.count({ where: drafts })).toBe(1)
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject({
      ...noneLeft,
      reason: 'all_done',
    })
  })

  test('stays reserved for seven days while they are a member', async () => {
    const { project, person, otherAnnotator, solution } = await makeQueueWithRework()
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
    await makeReworkOlder(project, '6 days 23 hours')
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
    expect(await listCountsPerQueueItem(project)).toMatchObject(reservedItem)
    expect(await claimSolutionOrThrow(project, person)).toMatchObject({
      reason: 'rework',
      solution,
    })
  })

  test('stays reserved for an instance admin who is not a member', async () => {
    const project = await makeProjectWithQueue(1)
    const admin = await makePerson({ isInstanceAdmin: true })
    await submitAndReturnAnnotation(project, admin)
    const [otherAnnotator] = await makeAnnotators(project, 1)
    expect(await claimNextItem(project, otherAnnotator!)).toMatchObject(noneLeft)
    expect(await listCountsPerQueueItem(project)).toMatchObject(reservedItem)
  })

  test('is served to its annotator after seven days if no one else has claimed it', async () => {
    const { project, person, otherAnnotator, solution } = await makeQueueWithRework()
    await makeReworkOlder(project, '9 days')
    expect(await claimSolutionOrThrow(project, person)).toMatchObject({
      reason: 'rework',
      solution,
    })
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject({
      ...noneLeft,
      reason: 'leased_by_others',
    })
    expect(await listReworkRows(project)).toHaveLength(1)
  })

  test.each([
    ['leaves', removeMember],
    ['is disabled', disableAccount],
  ])(
    'goes to another annotator immediately if its own annotator %s while leasing it',
    async (_, action) => {
      const { project, person, otherAnnotator } = await makeQueueWithRework()
      await claimSolutionOrThrow(project, person)
      await action(project, person)
      expect(await claimSolutionOrThrow(project, otherAnnotator)).toMatchObject({ reason: 'work' })
      expect(await listCountsPerQueueItem(project)).toMatchObject([
        { leased: 1, done: 0, leases: 1 },
      ])
    },
  )

  test('is not reassigned while it is leased', async () => {
    const { project, person, otherAnnotator } = await makeQueueWithRework()
    const { lease } = await claimSolutionOrThrow(project, person)
    await makeReworkOlder(project, '9 days')
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
    expect(await listReworkRows(project)).toEqual([{ userId: person.userId, isCounted: false }])
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 1, done: 0, leases: 1 }])
    await expireLeaseInDatabase(lease.id)
    expect(await claimSolutionOrThrow(project, otherAnnotator)).toMatchObject({ reason: 'work' })
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 1, done: 0, leases: 1 }])
  })

  test('is not reassigned while other work is waiting', async () => {
    const project = await makeProjectWithQueue(2)
    const [person, otherAnnotator] = await makeAnnotators(project, 2)
    const solution = await submitAndReturnAnnotation(project, person!)
    await makeReworkOlder(project, '9 days')
    const first = await claimSolutionOrThrow(project, otherAnnotator!)
    expect(first.solution).not.toBe(solution)
    expect(await listReworkRows(project)).toHaveLength(1)
    await completeLease(project, otherAnnotator!, first)
    expect((await claimSolutionOrThrow(project, otherAnnotator!)).solution).toBe(solution)
  })

  test('when reassigned, frees exactly the slots that it occupied, and none in another project', async () => {
    const project = await makeProjectWithQueue(1, 3)
    const people = await makeAnnotators(project, 5)
    for (const person of people.slice(0, 3)) {
      const servedItem = await claimSolutionOrThrow(project, person)
      await completeLease(project, person, servedItem)
      if (person !== people[2]) await returnAnnotationAsRework(project, person, servedItem.solution)
    }
    const otherProject = await makeQueueWithRework()
    await makeReworkOlder(project, '9 days')
    await makeReworkOlder(otherProject.project, '9 days')
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      { leased: 0, done: 3, submitted: 1, counted: 2 },
    ])
    await claimSolutionOrThrow(project, people[3]!)
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      { leased: 1, done: 1, submitted: 1, counted: 0 },
    ])
    await claimSolutionOrThrow(project, people[4]!)
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 2, done: 1, slots: 3 }])
    expect(await listCountsPerQueueItem(otherProject.project)).toMatchObject(reservedItem)
  })

  test('does not free its slot again if another annotator has taken it since', async () => {
    const project = await makeProjectWithQueue(1)
    const [person, otherAnnotator] = await makeAnnotators(project, 2)
    await submitAndReturnAnnotation(project, person!)
    const { lease } = await claimSolutionOrThrow(project, person!)
    await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
    const claimed = await claimSolutionOrThrow(project, otherAnnotator!)
    await completeLease(project, otherAnnotator!, claimed)
    await makeReworkOlder(project, '9 days')
    const [third] = await makeAnnotators(project, 1)
    expect(await claimNextItem(project, third!)).toMatchObject({ ...noneLeft, reason: 'all_done' })
    expect(await listCountsPerQueueItem(project)).toMatchObject([
      { leased: 0, done: 1, submitted: 1 },
    ])
  })
})

test('the slot of stale rework is served to only one of two concurrent claims', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { project, otherAnnotator } = await makeQueueWithRework()
    const [third] = await makeAnnotators(project, 1)
    await makeReworkOlder(project, '9 days')
    const replies = await Promise.all([
      claimNextItem(project, otherAnnotator),
      claimNextItem(project, third!),
    ])
    expect(replies.map(({ kind }) => kind).sort()).toEqual(['none_left', 'solution'])
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 1, done: 0, leases: 1 }])
  }
})

test('stale rework is not reassigned while its annotator is claiming', async () => {
  const { project, person, otherAnnotator, solution } = await makeQueueWithRework()
  await makeReworkOlder(project, '9 days')
  await getDatabase().$transaction(async (db) => {
    await lockClaimsOfAnnotator(db, { projectId: project.id, userId: person.userId })
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
  })
  expect(await listCountsPerQueueItem(project)).toMatchObject(reservedItem)
  expect((await claimSolutionOrThrow(project, otherAnnotator)).solution).toBe(solution)
})

test('stale rework is served either to its returning annotator or to another one, never to both', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { project, person, otherAnnotator } = await makeQueueWithRework()
    await makeReworkOlder(project, '9 days')
    await Promise.all([claimNextItem(project, otherAnnotator), claimNextItem(project, person)])
    expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 1, done: 0, leases: 1 }])
  }
})

describe('stale rework whose solution has left the queue', () => {
  const deleteItems = (project: TestProject) =>
    getDatabase().$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`

  test('is deleted, but its draft is kept, so that a round can select the solution', async () => {
    const { project, person, otherAnnotator } = await makeQueueWithRework()
    await deleteItems(project)
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
    expect(await listReworkRows(project)).toHaveLength(1)
    await makeReworkOlder(project, '60 days')
    expect(await claimNextItem(project, otherAnnotator)).toMatchObject(noneLeft)
    expect(await listReworkRows(project)).toEqual([])
    const drafts = { projectId: project.id, userId: person.userId, state: 'draft' } as const
    expect(await getDatabase().annotation.count({ where: drafts })).toBe(1)
  })

  test('is kept while it is leased or its annotator is claiming', async () => {
    const { project, person, otherAnnotator } = await makeQueueWithRework()
    await deleteItems(project)
    const { lease } = await claimSolutionOrThrow(project, person)
    await makeReworkOlder(project, '60 days')
    await claimNextItem(project, otherAnnotator)
    expect(await listReworkRows(project)).toEqual([{ userId: person.userId, isCounted: false }])
    await expireLeaseInDatabase(lease.id)
    await getDatabase().$transaction(async (db) => {
      await lockClaimsOfAnnotator(db, { projectId: project.id, userId: person.userId })
      await claimNextItem(project, otherAnnotator)
    })
    expect(await listReworkRows(project)).toHaveLength(1)
    await claimNextItem(project, otherAnnotator)
    expect(await listReworkRows(project)).toEqual([])
  })
})
