import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
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
} from '@/lib/queue/testing/made-queue'
import { makePerson, type MadeProject } from '@/prisma/seed/factories'
import { lockClaimer } from './claim.sql'
import { releaseLease } from './commands'

useTestDatabase()

const leave = ({ id }: MadeProject, { userId }: Person) =>
  getDatabase().member.deleteMany({ where: { projectId: id, userId } })

const disable = (_: MadeProject, { userId }: Person) =>
  getDatabase().user.updateMany({ where: { id: userId }, data: { disabledAt: new Date() } })

/** A queue of one place, and what was returned to the first of two people. */
async function makeReturned() {
  const project = await makeQueue(1)
  const [person, other] = await join(project, 2)
  const solution = await returnFirst(project, person!)
  return { project, person: person!, other: other!, solution }
}

const noneLeft = { kind: 'none_left' }
const waiting = [{ held: 0, done: 1, wanted: 1, counted: 1 }]

describe('what is returned to somebody who does not come', () => {
  test.each([
    ['as they left the project', leave],
    ['as their account is disabled', disable],
    ['for more than seven days', (project: MadeProject) => ageDue(project, '7 days 1 minute')],
  ])('goes to another: %s', async (_, act) => {
    const { project, person, other, solution } = await makeReturned()
    await act(project, person)
    const served = await claimSolution(project, other)
    expect(served).toMatchObject({ why: 'work', note: null, solution })
    expect(await readDue(project)).toEqual([])
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, wanted: 1, leases: 1 }])
    await finish(project, other, served)
    expect(await readItems(project)).toMatchObject([{ held: 0, done: 1, submitted: 1 }])
    const drafts = { projectId: project.id, userId: person.userId, state: 'draft' } as const
    expect(await getDatabase().annotation.count({ where: drafts })).toBe(1)
    expect(await claim(project, other)).toMatchObject({ ...noneLeft, why: 'all_done' })
  })

  test('stays theirs while they are there, for seven days', async () => {
    const { project, person, other, solution } = await makeReturned()
    expect(await claim(project, other)).toMatchObject(noneLeft)
    await ageDue(project, '6 days 23 hours')
    expect(await claim(project, other)).toMatchObject(noneLeft)
    expect(await readItems(project)).toMatchObject(waiting)
    expect(await claimSolution(project, person)).toMatchObject({ why: 'returned', solution })
  })

  test('stays theirs where they are an instance admin, who need not be a member', async () => {
    const project = await makeQueue(1)
    const admin = await makePerson({ isInstanceAdmin: true })
    await returnFirst(project, admin)
    const [other] = await join(project, 1)
    expect(await claim(project, other!)).toMatchObject(noneLeft)
    expect(await readItems(project)).toMatchObject(waiting)
  })

  test('comes to who was away for long, as long as nobody else has asked', async () => {
    const { project, person, other, solution } = await makeReturned()
    await ageDue(project, '9 days')
    expect(await claimSolution(project, person)).toMatchObject({ why: 'returned', solution })
    expect(await claim(project, other)).toMatchObject({ ...noneLeft, why: 'held_by_others' })
    expect(await readDue(project)).toHaveLength(1)
  })

  test.each([
    ['left', leave],
    ['was disabled', disable],
  ])('comes at once from the hand of who %s', async (_, act) => {
    const { project, person, other } = await makeReturned()
    await claimSolution(project, person)
    await act(project, person)
    expect(await claimSolution(project, other)).toMatchObject({ why: 'work' })
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
  })

  test('is not taken out of the hand of who was away', async () => {
    const { project, person, other } = await makeReturned()
    const { lease } = await claimSolution(project, person)
    await ageDue(project, '9 days')
    expect(await claim(project, other)).toMatchObject(noneLeft)
    expect(await readDue(project)).toEqual([{ userId: person.userId, isCounted: false }])
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
    await expireLease(lease.id)
    expect(await claimSolution(project, other)).toMatchObject({ why: 'work' })
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
  })

  test('waits while there is other work', async () => {
    const project = await makeQueue(2)
    const [person, other] = await join(project, 2)
    const solution = await returnFirst(project, person!)
    await ageDue(project, '9 days')
    const first = await claimSolution(project, other!)
    expect(first.solution).not.toBe(solution)
    expect(await readDue(project)).toHaveLength(1)
    await finish(project, other!, first)
    expect((await claimSolution(project, other!)).solution).toBe(solution)
  })

  test('gives back as many places as it had, and none of another project', async () => {
    const project = await makeQueue(1, 3)
    const people = await join(project, 5)
    for (const person of people.slice(0, 3)) {
      const served = await claimSolution(project, person)
      await finish(project, person, served)
      if (person !== people[2]) await sendBack(project, person, served.solution)
    }
    const elsewhere = await makeReturned()
    await ageDue(project, '9 days')
    await ageDue(elsewhere.project, '9 days')
    expect(await readItems(project)).toMatchObject([{ held: 0, done: 3, submitted: 1, counted: 2 }])
    await claimSolution(project, people[3]!)
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 1, submitted: 1, counted: 0 }])
    await claimSolution(project, people[4]!)
    expect(await readItems(project)).toMatchObject([{ held: 2, done: 1, wanted: 3 }])
    expect(await readItems(elsewhere.project)).toMatchObject(waiting)
  })

  test('gives back no place that was free already', async () => {
    const project = await makeQueue(1)
    const [person, other] = await join(project, 2)
    await returnFirst(project, person!)
    const { lease } = await claimSolution(project, person!)
    await releaseLease.execute(person!, { project: project.slug, lease: lease.id })
    const taken = await claimSolution(project, other!)
    await finish(project, other!, taken)
    await ageDue(project, '9 days')
    const [third] = await join(project, 1)
    expect(await claim(project, third!)).toMatchObject({ ...noneLeft, why: 'all_done' })
    expect(await readItems(project)).toMatchObject([{ held: 0, done: 1, submitted: 1 }])
  })
})

test('two who ask at once for a place that nobody comes for: one has it', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { project, other } = await makeReturned()
    const [third] = await join(project, 1)
    await ageDue(project, '9 days')
    const replies = await Promise.all([claim(project, other), claim(project, third!)])
    expect(replies.map(({ kind }) => kind).sort()).toEqual(['none_left', 'solution'])
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
  }
})

test('who claims at this moment is passed over', async () => {
  const { project, person, other, solution } = await makeReturned()
  await ageDue(project, '9 days')
  await getDatabase().$transaction(async (db) => {
    await lockClaimer(db, { projectId: project.id, userId: person.userId })
    expect(await claim(project, other)).toMatchObject(noneLeft)
  })
  expect(await readItems(project)).toMatchObject(waiting)
  expect((await claimSolution(project, other)).solution).toBe(solution)
})

test('who comes back while another asks for their place: one has it', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { project, person, other } = await makeReturned()
    await ageDue(project, '9 days')
    await Promise.all([claim(project, other), claim(project, person)])
    expect(await readItems(project)).toMatchObject([{ held: 1, done: 0, leases: 1 }])
  }
})

describe('what is due to somebody who does not come, and stands in the queue no more', () => {
  const drop = (project: MadeProject) =>
    getDatabase().$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`

  test('is due no more, so that a round may select it; the draft stays', async () => {
    const { project, person, other } = await makeReturned()
    await drop(project)
    expect(await claim(project, other)).toMatchObject(noneLeft)
    expect(await readDue(project)).toHaveLength(1)
    await ageDue(project, '60 days')
    expect(await claim(project, other)).toMatchObject(noneLeft)
    expect(await readDue(project)).toEqual([])
    const drafts = { projectId: project.id, userId: person.userId, state: 'draft' } as const
    expect(await getDatabase().annotation.count({ where: drafts })).toBe(1)
  })

  test('is not taken out of the hand of who is at it, nor from who claims at this moment', async () => {
    const { project, person, other } = await makeReturned()
    await drop(project)
    const { lease } = await claimSolution(project, person)
    await ageDue(project, '60 days')
    await claim(project, other)
    expect(await readDue(project)).toEqual([{ userId: person.userId, isCounted: false }])
    await expireLease(lease.id)
    await getDatabase().$transaction(async (db) => {
      await lockClaimer(db, { projectId: project.id, userId: person.userId })
      await claim(project, other)
    })
    expect(await readDue(project)).toHaveLength(1)
    await claim(project, other)
    expect(await readDue(project)).toEqual([])
  })
})
