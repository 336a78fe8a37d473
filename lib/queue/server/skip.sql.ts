import type { Transaction } from '@/lib/platform/server/database'

interface Skip {
  projectId: string
  userId: string
  solutionId: string
  reason: string
}

/** So many skips by different people in one round take a solution out, until an admin has looked at it. */
const skipsMax = 3

/** What stands as the reason of those, beside their kind. */
const skippedOften = 'Three people skipped it.'

/** Remembers that a person skipped a solution, in the round that served it. */
export async function storeSkip(
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
 * Takes a solution out of the queue where so many have skipped it in this round, since it was last put back. Call it with the item locked: of two
 * people who skip at once the second counts both.
 */
export async function excludeIfSkippedOften(
  db: Transaction,
  { projectId, userId, solutionId }: Omit<Skip, 'reason'>,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_exclusion (project_id, solution_id, kind, reason, user_id)
    select q.project_id, q.solution_id, 'skipped', ${skippedOften}, ${userId}::uuid
    from queue_item q join skip s on s.project_id = q.project_id and s.solution_id = q.solution_id and s.round = q.round
      and s.created_at > coalesce(q.restored_at, '-infinity')
    where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid
    group by q.project_id, q.solution_id having count(*) >= ${skipsMax}
    on conflict do nothing`
}
