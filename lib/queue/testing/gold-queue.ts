import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import type { MadeProject } from '@/prisma/seed/factories'
import { claimSolution } from './made-queue'

/** Gold as lib/quality pushes it into the queue, for tests of what claims make of it. */

export const setGoldShare = ({ id }: MadeProject, goldShare: number) =>
  getDatabase().queueGate.upsert({
    where: { projectId: id },
    create: { projectId: id, goldShare },
    update: { goldShare },
    select: { projectId: true },
  })

/** Gold solutions that look like those of the queue, without any label or place there. */
export async function addGold({ id }: MadeProject, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const db = getDatabase()
  await db.$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, answer, verdict,
      verdict_reason, grader_version, metadata, import_id)
    select s.project_id, g.id, s.problem_id, sha256(g.id::text::bytea), sha256(g.id::text::bytea), s.record_hash, s.flow,
      s.steps, s.answer, s.verdict, s.verdict_reason, s.grader_version, s.metadata, s.import_id
    from unnest(${ids}::uuid[]) as g(id),
      (select * from solution where project_id = ${id}::uuid order by id limit 1) s`
  await db.goldItem.createMany({
    data: ids.map((solutionId) => ({ projectId: id, solutionId, firstErrors: [2] })),
  })
  return ids
}

/** In this order, after what is planned already. */
export async function planFor(
  { id }: MadeProject,
  { userId }: Person,
  solutions: readonly string[],
  purpose: 'gold' | 'screening' = 'gold',
): Promise<void> {
  const place = { projectId: id, userId }
  const taken = await getDatabase().queueGold.count({ where: place })
  await getDatabase().queueGold.createMany({
    data: solutions.map((solutionId, i) => ({
      ...place,
      solutionId,
      place: taken + i + 1,
      purpose,
    })),
  })
}

/** What is not over. */
export const listPlanned = ({ id }: MadeProject, { userId }: Person) =>
  getDatabase().$queryRaw<{ solutionId: string; servedAt: Date | null }[]>`
    select solution_id as "solutionId", served_at as "servedAt" from queue_gold
    where project_id = ${id}::uuid and user_id = ${userId}::uuid and served_at is distinct from 'infinity'
    order by place`

/**
 * Until gold is served: gives back what is not, which then comes again. With the greatest share there is, hardly ever more
 * than a few times.
 */
export async function claimGold(project: MadeProject, person: Person, ahead = false) {
  for (let tries = 0; tries < 100; tries++) {
    const served = await claimSolution(project, person, ahead)
    const [row] = await getDatabase().$queryRaw<{ purpose: string }[]>`
      select purpose::text from lease where id = ${served.lease.id}::uuid`
    if (row!.purpose === 'gold') return served
    await dropLease(project, served.lease.id)
  }
  throw new Error('no gold was served')
}

/** As if it had run out. */
export async function dropLease({ id }: MadeProject, lease: string): Promise<void> {
  await getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`
  await getDatabase().$executeRaw`select end_expired_leases(${id}::uuid)::text`
}
