import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { lockClaimsOfAnnotator } from '@/lib/queue/server/claim.sql'
import { claimNext, skipSolution } from '@/lib/queue/server/commands'
import { endLease } from '@/lib/queue/server/leases'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

/** Fixtures for queue tests: a queue, annotators, and what they do with their leases. */

export async function makeProjectWithQueue(problems: number, overlap = 1) {
  const project = await makeProject({ overlap })
  const ids = Array.from({ length: problems }, (_, i) => i)
  await importLines(
    project,
    ids.map((i) => makeProblemLine(`p${i}`, [0.5 + i / 1000])),
  )
  return project
}

export const makeAnnotators = (project: TestProject, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(project, 'annotator')))

export const claimNextItem = (project: TestProject, person: Person, prefetch = false) =>
  claimNext.execute(person, { project: project.slug, prefetch })

export async function claimSolutionOrThrow(project: TestProject, person: Person, prefetch = false) {
  const reply = await claimNextItem(project, person, prefetch)
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  return reply
}

/** Skips the next solution of an annotator. Returns its id. */
export async function skipNextSolution(project: TestProject, person: Person): Promise<string> {
  const { lease, solution } = await claimSolutionOrThrow(project, person)
  const input = { project: project.slug, lease: lease.id, reason: 'cut off' }
  await skipSolution.execute(person, input)
  return solution
}

export interface ServedSolution {
  lease: { id: string }
  solution: string
}

/** The queue side effects of submitting an annotation. */
export const completeLease = (
  project: TestProject,
  { userId }: Person,
  { lease, solution }: ServedSolution,
) =>
  getDatabase().$transaction(async (db) => {
    const holder = { projectId: project.id, userId }
    await lockClaimsOfAnnotator(db, holder)
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

/** The queue side effects of returning an annotation. Returns false if there is no submitted annotation. */
export const returnAnnotationAsRework = (
  project: TestProject,
  { userId }: Person,
  solution: string,
) =>
  getDatabase().$transaction(async (db) => {
    const reopened = await db.$executeRaw`
      update annotation set state = 'draft', finish_reason = null, submitted_at = null
      where project_id = ${project.id}::uuid and solution_id = ${solution}::uuid and user_id = ${userId}::uuid
        and state = 'submitted'`
    if (reopened === 0) return false
    await db.queueRework.create({
      data: { projectId: project.id, userId, solutionId: solution, kind: 'returned', note: 'Look' },
      select: { userId: true },
    })
    return true
  })

interface QueueItemCounts {
  leased: number
  done: number
  slots: number
  leases: number
  submitted: number
  counted: number
}

export async function listCountsPerQueueItem(project: TestProject) {
  return getDatabase().$queryRaw<QueueItemCounts[]>`
    select q.leased, q.done, q.slots,
      (select count(*)::int from lease l where l.project_id = q.project_id and l.solution_id = q.solution_id) as leases,
      (select count(*)::int from annotation l where l.project_id = q.project_id and l.solution_id = q.solution_id
        and l.state = 'submitted') as submitted,
      (select count(*)::int from queue_rework d where d.project_id = q.project_id and d.solution_id = q.solution_id
        and d.is_counted) as counted
    from queue_item q where q.project_id = ${project.id}::uuid order by q.priority desc`
}

export const listReworkRows = (project: TestProject) =>
  getDatabase().queueRework.findMany({
    where: { projectId: project.id },
    select: { userId: true, isCounted: true },
  })

export const expireLeaseInDatabase = (lease: string) =>
  getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`

export async function submitAndReturnAnnotation(project: TestProject, person: Person) {
  const servedItem = await claimSolutionOrThrow(project, person)
  await completeLease(project, person, servedItem)
  await returnAnnotationAsRework(project, person, servedItem.solution)
  return servedItem.solution
}

/** Makes all rework `ago` old, such as `9 days`. Skips rows locked by a claim in progress. */
export const makeReworkOlder = ({ id }: TestProject, ago: string) =>
  getDatabase().$executeRaw`
    update queue_rework set created_at = now() - ${ago}::interval
    where project_id = ${id}::uuid and (user_id, solution_id) in (
      select user_id, solution_id from queue_rework where project_id = ${id}::uuid for update skip locked)`

/** Solution ids in serving order. */
export async function listServingOrder({ id }: TestProject): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select solution_id as id from queue_item where project_id = ${id}::uuid
    order by tier, pass, priority desc, solution_id`
  return rows.map((row) => row.id)
}
