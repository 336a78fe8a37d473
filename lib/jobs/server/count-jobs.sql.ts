import type { Database } from '@/lib/platform/server/database'

/** Counts jobs by kind and state, including those that ended in the last day. Empty before the job tables exist. */
export async function countJobs(
  db: Database,
): Promise<{ job: string; state: string; count: number }[]> {
  const [table] = await db.$queryRaw<{ isThere: boolean }[]>`
    select to_regclass('pgboss.job') is not null as "isThere"`
  if (!table?.isThere) return []
  return db.$queryRaw`
    select name as job, state::text as state, count(*)::int as count from pgboss.job
    where name not like '\\_\\_pgboss%' group by 1, 2`
}
