import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { claimNext, skipSolution } from '@/lib/queue/server/commands'
import { endLease } from '@/lib/queue/server/leases'
import {
  importLines,
  joinProject,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'

/** A queue and the people at it, for tests of what comes back to them. */

export async function makeQueue(problems: number, overlap = 1) {
  const project = await makeProject({ overlap })
  const ids = Array.from({ length: problems }, (_, i) => i)
  await importLines(
    project,
    ids.map((i) => makeProblemLine(`p${i}`, [0.5 + i / 1000])),
  )
  return project
}

export const join = (project: MadeProject, count: number) =>
  Promise.all(Array.from({ length: count }, () => joinProject(project, 'annotator')))

export const claim = (project: MadeProject, person: Person, ahead = false) =>
  claimNext.execute(person, { project: project.slug, ahead })

export async function claimSolution(project: MadeProject, person: Person, ahead = false) {
  const reply = await claim(project, person, ahead)
  if (reply.kind !== 'solution') throw new Error(`nothing served: ${JSON.stringify(reply)}`)
  return reply
}

/** Skips what the person is served next. Returns which solution. */
export async function skipNext(project: MadeProject, person: Person): Promise<string> {
  const { lease, solution } = await claimSolution(project, person)
  const input = { project: project.slug, lease: lease.id, reason: 'cut off' }
  await skipSolution.execute(person, input)
  return solution
}

export interface Served {
  lease: { id: string }
  solution: string
}

/** What submitting does, as far as the queue is concerned. */
export const finish = (project: MadeProject, { userId }: Person, { lease, solution }: Served) =>
  getDatabase().$transaction(async (db) => {
    const holder = { projectId: project.id, userId }
    await lockClaimer(db, holder)
    await db.$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, submitted_at, is_quality_control)
      values (${project.id}::uuid, ${randomUUID()}::uuid, ${solution}::uuid, ${userId}::uuid, 'x', 'submitted', 'solution',
        3, '{-1}', '{null}', '{null}', '{1}', 'found_error', now(),
        exists (select from lease where id = ${lease.id}::uuid and purpose = 'gold'))
      on conflict (project_id, solution_id, user_id) do update set state = 'submitted', finish_reason = 'found_error',
        submitted_at = now()`
    await endLease(db, holder, { id: lease.id }, 'done')
  })

/** What a repair does, as far as the queue is concerned. False where there is nothing to send back. */
export const sendBack = (project: MadeProject, { userId }: Person, solution: string) =>
  getDatabase().$transaction(async (db) => {
    const reopened = await db.$executeRaw`
      update annotation set state = 'draft', finish_reason = null, submitted_at = null
      where project_id = ${project.id}::uuid and solution_id = ${solution}::uuid and user_id = ${userId}::uuid
        and state = 'submitted'`
    if (reopened === 0) return false
    await db.queueDue.create({
      data: { projectId: project.id, userId, solutionId: solution, kind: 'returned', note: 'Look' },
      select: { userId: true },
    })
    return true
  })

export async function readItems(project: MadeProject) {
  return getDatabase().$queryRaw<Record<string, number>[]>`
    select q.held, q.done, q.wanted,
      (select count(*)::int from lease l where l.project_id = q.project_id and l.solution_id = q.solution_id) as leases,
      (select count(*)::int from annotation l where l.project_id = q.project_id and l.solution_id = q.solution_id
        and l.state = 'submitted') as submitted,
      (select count(*)::int from queue_due d where d.project_id = q.project_id and d.solution_id = q.solution_id
        and d.is_counted) as counted
    from queue_item q where q.project_id = ${project.id}::uuid order by q.priority desc`
}

export const readDue = (project: MadeProject) =>
  getDatabase().queueDue.findMany({
    where: { projectId: project.id },
    select: { userId: true, isCounted: true },
  })

export const expireLease = (lease: string) =>
  getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`

export async function returnFirst(project: MadeProject, person: Person) {
  const served = await claimSolution(project, person)
  await finish(project, person, served)
  await sendBack(project, person, served.solution)
  return served.solution
}

/** As if everything had been returned so long ago; what is being served at this moment is passed over. */
export const ageDue = ({ id }: MadeProject, ago: string) =>
  getDatabase().$executeRaw`
    update queue_due set created_at = now() - ${ago}::interval
    where project_id = ${id}::uuid and (user_id, solution_id) in (
      select user_id, solution_id from queue_due where project_id = ${id}::uuid for update skip locked)`

/** Solutions as they are served. */
export async function listInOrder({ id }: MadeProject): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select solution_id as id from queue_item where project_id = ${id}::uuid
    order by tier, pass, priority desc, solution_id`
  return rows.map((row) => row.id)
}
