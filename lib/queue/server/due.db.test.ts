import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  joinProject,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'
import { lockClaimer, takeBestItem } from './claim.sql'
import { claimNext, releaseLease, skipSolution } from './commands'
import { endLease } from './leases'

useTestDatabase()

async function makeQueue(problems: number, overlap = 1) {
  const project = await makeProject({ overlap })
  const ids = Array.from({ length: problems }, (_, i) => i)
  await importLines(
    project,
    ids.map((i) => makeProblemLine(`p${i}`, [0.5 + i / 1000])),
  )
  return project
}

const join = (project: MadeProject, count: number) =>
  Promise.all(Array.from({ length: count }, () => joinProject(project, 'annotator')))

const claim = (project: MadeProject, person: Person, ahead = false) =>
  claimNext.execute(person, { project: project.slug, ahead })

async function claimSolution(project: MadeProject, person: Person, ahead = false) {
  const reply = await claim(project, person, ahead)
  if (reply.kind !== 'solution') throw new Error(`nothing served: ${reply.why}`)
  return reply
}

interface Served {
  lease: { id: string }
  solution: string
}

/** What submitting does, as far as the queue is concerned. */
const finish = (project: MadeProject, { userId }: Person, { lease, solution }: Served) =>
  getDatabase().$transaction(async (db) => {
    const holder = { projectId: project.id, userId }
    await lockClaimer(db, holder)
    await db.$executeRaw`
      insert into labelling (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, submitted_at)
      values (${project.id}::uuid, ${randomUUID()}::uuid, ${solution}::uuid, ${userId}::uuid, 'x', 'submitted', 'solution',
        3, '{-1}', '{null}', '{null}', '{1}', 'found_error', now())
      on conflict (project_id, solution_id, user_id) do update set state = 'submitted', finish_reason = 'found_error',
        submitted_at = now()`
    await endLease(db, holder, { id: lease.id, solutionId: solution }, 'done')
  })

/** What a repair does, as far as the queue is concerned. False where there is nothing to send back. */
const sendBack = (project: MadeProject, { userId }: Person, solution: string) =>
  getDatabase().$transaction(async (db) => {
    const reopened = await db.$executeRaw`
      update labelling set state = 'draft', finish_reason = null, submitted_at = null
      where project_id = ${project.id}::uuid and solution_id = ${solution}::uuid and user_id = ${userId}::uuid
        and state = 'submitted'`
    if (reopened === 0) return false
    await db.queueDue.create({
      data: { projectId: project.id, userId, solutionId: solution, kind: 'returned', note: 'Look' },
      select: { userId: true },
    })
    return true
  })

async function readItems(project: MadeProject) {
  return getDatabase().$queryRaw<Record<string, number>[]>`
    select q.held, q.done, q.wanted,
      (select count(*)::int from lease l where l.project_id = q.project_id and l.solution_id = q.solution_id) as leases,
      (select count(*)::int from labelling l where l.project_id = q.project_id and l.solution_id = q.solution_id
        and l.state = 'submitted') as submitted,
      (select count(*)::int from queue_due d where d.project_id = q.project_id and d.solution_id = q.solution_id
        and d.is_counted) as counted
    from queue_item q where q.project_id = ${project.id}::uuid order by q.priority desc`
}

const readDue = (project: MadeProject) =>
  getDatabase().queueDue.findMany({
    where: { projectId: project.id },
    select: { userId: true, isCounted: true },
  })

const expireLease = (lease: string) =>
  getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`

async function returnFirst(project: MadeProject, person: Person) {
  const served = await claimSolution(project, person)
  await finish(project, person, served)
  await sendBack(project, person, served.solution)
  return served.solution
}

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
      const item = { isAhead: false, leaseMinutes: 30, skipLocked: false }
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
    const drafts = await getDatabase().labelling.count({
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
    }
  })
  await Promise.all(acts)
  for (const item of await readItems(project)) {
    expect(item.held).toBe(item.leases)
    expect(item.done).toBe(item.submitted! + item.counted!)
    expect(item.held! + item.done!).toBeLessThanOrEqual(item.wanted!)
  }
}, 30_000)
