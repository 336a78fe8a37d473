import type { Transaction } from '@/lib/platform/server/database'

interface Skip {
  projectId: string
  userId: string
  solutionId: string
  reason: string
}

/** Skips by different annotators in one round before the solution is excluded for an admin to check. */
const skipsBeforeExclusion = 3

/** Stored as the exclusion reason. */
const repeatedSkipsReason = 'Skipped by three annotators.'

/** Records a skip, with the round that served the solution. */
export async function insertSkip(
  db: Transaction,
  { projectId, userId, solutionId, reason }: Skip,
): Promise<void> {
  await db.$executeRaw`
    insert into skip (project_id, solution_id, user_id, reason, round)
    values (${projectId}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${reason}, coalesce((
      select round from queue_item where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid), 0))
    on conflict (project_id, solution_id, user_id) do update set reason = excluded.reason, round = excluded.round,
      created_at = now()`
}

/**
 * Excludes a solution that was skipped `skipsBeforeExclusion` times in this round since it was last restored. Requires the
 * item to be locked, so that the second of two concurrent skips counts both.
 */
export async function excludeAfterRepeatedSkips(
  db: Transaction,
  { projectId, userId, solutionId }: Omit<Skip, 'reason'>,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_exclusion (project_id, solution_id, kind, reason, user_id)
    select q.project_id, q.solution_id, 'skipped', ${repeatedSkipsReason}, ${userId}::uuid
    from queue_item q join skip s on s.project_id = q.project_id and s.solution_id = q.solution_id and s.round = q.round
      and s.created_at > coalesce(q.restored_at, '-infinity')
    where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid
    group by q.project_id, q.solution_id having count(*) >= ${skipsBeforeExclusion}
    on conflict do nothing`
}
