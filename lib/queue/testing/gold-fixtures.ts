import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import type { TestProject } from '@/prisma/seed/factories'
import { claimSolutionOrThrow } from './queue-fixtures'

/** Fixtures for tests of gold claims. */

export const setGoldShare = ({ id }: TestProject, goldShare: number) =>
  getDatabase().queueSettings.upsert({
    where: { projectId: id },
    create: { projectId: id, goldShare },
    update: { goldShare },
    select: { projectId: true },
  })

/** Adds gold solutions that resemble the queued ones, without annotations or queue items. */
export async function storeGoldSolutions({ id }: TestProject, count: number): Promise<string[]> {
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

/** Plans gold for an annotator in this order, after what is already planned. */
export async function planTestGold(
  { id }: TestProject,
  { userId }: Person,
  solutions: readonly string[],
  purpose: 'gold' | 'screening' = 'gold',
): Promise<void> {
  const key = { projectId: id, userId }
  const plannedCount = await getDatabase().queueGold.count({ where: key })
  await getDatabase().queueGold.createMany({
    data: solutions.map((solutionId, i) => ({
      ...key,
      solutionId,
      position: plannedCount + i + 1,
      purpose,
    })),
  })
}

/** Planned gold that is not finished. */
export const listPlannedGold = ({ id }: TestProject, { userId }: Person) =>
  getDatabase().$queryRaw<{ solutionId: string; servedAt: Date | null }[]>`
    select solution_id as "solutionId", served_at as "servedAt" from queue_gold
    where project_id = ${id}::uuid and user_id = ${userId}::uuid and served_at is distinct from 'infinity'
    order by position`

/**
 * Claims until gold is served, and ends other leases so that their items are served again. At the maximum gold share this
 * rarely takes more than a few attempts.
 */
export async function claimUntilGoldIsServed(
  project: TestProject,
  person: Person,
  prefetch = false,
) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const servedItem = await claimSolutionOrThrow(project, person, prefetch)
    const [row] = await getDatabase().$queryRaw<{ purpose: string }[]>`
      select purpose::text from lease where id = ${servedItem.lease.id}::uuid`
    if (row!.purpose === 'gold') return servedItem
    await expireAndEndLease(project, servedItem.lease.id)
  }
  throw new Error('No gold was served.')
}

/** Expires a lease and ends it. */
export async function expireAndEndLease({ id }: TestProject, lease: string): Promise<void> {
  await getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where id = ${lease}::uuid`
  await getDatabase().$executeRaw`select end_expired_leases(${id}::uuid)::text`
}
