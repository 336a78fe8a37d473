import type { Database } from '@/lib/platform/server/database'
import { countJobs } from './count-jobs.sql'

/** Kinds that people don't wait for: workers enqueue them on a schedule. */
const scheduledJobs: readonly string[] = ['sweep-files', 'find-lost-jobs']
const unfinishedStates: readonly string[] = ['created', 'retry', 'active']

export async function countRunningWorkers(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<[{ workers: number }]>`
    select count_running_workers() as workers`
  return row.workers
}

/** Number of jobs that are waiting or running, without the scheduled ones. */
export async function countUnfinishedJobs(db: Database): Promise<number> {
  const counts = await countJobs(db)
  return counts
    .filter(({ job, state }) => unfinishedStates.includes(state) && !scheduledJobs.includes(job))
    .reduce((sum, { count }) => sum + count, 0)
}
