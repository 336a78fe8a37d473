import { afterAll, beforeAll } from 'vitest'
import { runJobs, type RunningJobs } from '@/lib/jobs/server/run-jobs'
import { giveUp, jobHandlers, watches } from '@/lib/worker/server/job-handlers'

/** Runs jobs for a test file, as the web process does. Call it after `useTestDatabase`. */
export function useJobs(): void {
  let jobs: RunningJobs
  beforeAll(async () => {
    jobs = await runJobs(jobHandlers, { giveUp, watches })
  })
  afterAll(() => jobs.stop())
}
