import type { ExclusionKind } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

interface SolutionKey {
  projectId: string
  solutionId: string
}

/**
 * Excludes a solution from the queue until it is restored. Locks the item first: a claim in progress finishes and keeps the
 * solution, later claims don't get it. Returns false if the project has no such solution.
 */
export async function insertExclusion(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { userId, reason }: { userId: string; reason: string },
): Promise<boolean> {
  await lockItem(db, { projectId, solutionId })
  const insertedCount = await db.$executeRaw`
    insert into queue_exclusion (project_id, solution_id, reason, user_id)
    select project_id, id, ${reason}, ${userId}::uuid from solution
    where project_id = ${projectId}::uuid and id = ${solutionId}::uuid
    -- An admin's exclusion replaces one by skips.
    on conflict (project_id, solution_id) do update set kind = excluded.kind, reason = excluded.reason, user_id = excluded.user_id,
      created_at = now()`
  return insertedCount === 1
}

/** Excluding, restoring and skipping all lock the item before its exclusion row, to avoid deadlocks. */
async function lockItem(db: Transaction, { projectId, solutionId }: SolutionKey): Promise<void> {
  await db.$queryRaw`
    select solution_id from queue_item
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid for update`
}

/** Restores the item to its position, if it is still queued. Returns false if it was not excluded. */
export async function removeExclusion(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<boolean> {
  await lockItem(db, { projectId, solutionId })
  const deletedCount = await db.$executeRaw`
    delete from queue_exclusion where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  return deletedCount === 1
}

export interface ExclusionRow {
  solution: string
  problem: string
  kind: ExclusionKind
  reason: string
  by: string
  at: Date
  /** Skips of the solution in the round that excluded it, since it was last restored. Newest first. */
  skips: { reason: string; by: string; at: string }[]
}

/** Newest first. */
export function listExclusionRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<ExclusionRow[]> {
  return db.$queryRaw<ExclusionRow[]>`
    select x.solution_id as solution, p.statement as problem, x.kind::text, x.reason, u.name as by, x.created_at as at,
      coalesce((
        select jsonb_agg(jsonb_build_object('reason', k.reason, 'by', v.name, 'at', k.created_at)
          order by k.created_at desc)
        from skip k join app_user v on v.id = k.user_id
          join skip last on last.project_id = k.project_id and last.solution_id = k.solution_id and last.round = k.round
          left join queue_item q on q.project_id = k.project_id and q.solution_id = k.solution_id
        where k.project_id = x.project_id and k.solution_id = x.solution_id and last.user_id = x.user_id
          and k.created_at > coalesce(q.restored_at, '-infinity')
      ), '[]') as skips
    from queue_exclusion x
      join app_user u on u.id = x.user_id
      join solution s on s.project_id = x.project_id and s.id = x.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where x.project_id = ${projectId}::uuid
    order by x.created_at desc, x.solution_id limit ${count}`
}
