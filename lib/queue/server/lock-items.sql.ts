import type { Transaction } from '@/lib/platform/server/database'

interface Claimer {
  projectId: string
  userId: string
}

/**
 * Locks the queue items of an annotator's leases and rework, and of `solutionId`, for an operation that changes several. In
 * id order, so that annotators who hold each other's solutions don't deadlock. Requires `lockClaimsOfAnnotator`.
 */
export async function lockQueueItemsOfClaimer(
  db: Transaction,
  { projectId, userId }: Claimer,
  solutionId: string | null = null,
): Promise<void> {
  await db.$queryRaw`
    select q.solution_id from queue_item q
    where q.project_id = ${projectId}::uuid and q.solution_id in (
      select l.solution_id from lease l where l.project_id = ${projectId}::uuid and l.user_id = ${userId}::uuid
      union select r.solution_id from queue_rework r
        where r.project_id = ${projectId}::uuid and r.user_id = ${userId}::uuid
      union select ${solutionId}::uuid)
    order by q.solution_id for update`
}
