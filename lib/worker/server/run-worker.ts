import { runJobs, type JobRunner } from '@/lib/jobs/server/run-jobs'
import { closeDatabase } from '@/lib/platform/server/database'
import { jobFailureHandlers, jobHandlers } from './job-handlers'
import { periodicTasks } from './periodic-tasks'

/** Runs all jobs in this process. `stop` releases them and closes the database. */
export async function runWorker(): Promise<JobRunner> {
  const runningJobs = await runJobs(jobHandlers, { jobFailureHandlers, periodicTasks })
  return {
    wake: runningJobs.wake,
    async stop() {
      await runningJobs.stop()
      await closeDatabase()
    },
  }
}
