import type { Transaction } from '@/lib/platform/server/database'

/** Annotations that a user submitted since midnight UTC. */
export async function countOwnAnnotationsToday(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`/* named */
    select count(*)::int as n from annotation
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid
      and submitted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
  return row!.n
}
