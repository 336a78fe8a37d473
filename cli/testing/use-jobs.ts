import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { JobName } from '@/lib/jobs/job'
import { schema } from '@/lib/jobs/server/boss'
import { installQueues } from '@/lib/jobs/server/install-queues'
import { type JobRunner, runJobs } from '@/lib/jobs/server/run-jobs'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { giveUp, jobHandlers, watches } from '@/lib/worker/server/job-handlers'

const lookMs = 20

/** Runs jobs for a test file, as the web process does, but as soon as they are due. Call it after `useTestDatabase`. */
export function useJobs(): void {
  let jobs: JobRunner
  let fetching: Promise<void>
  const ended = new AbortController()
  beforeAll(async () => {
    // On a slow machine runJobs returns before it has made the tables.
    await installQueues()
    jobs = await runJobs(jobHandlers, { giveUp, watches })
    fetching = fetchDueJobs(jobs, ended.signal)
  })
  afterAll(async () => {
    ended.abort()
    await fetching
    await jobs.stop()
  })
}

/** Polls all queues with one statement, far more often than pg-boss, which polls each once or twice a second. */
async function fetchDueJobs(jobs: JobRunner, ended: AbortSignal): Promise<void> {
  await usePgClient(readDatabaseUrl(), async (client) => {
    while (!ended.aborted) {
      const { rows } = await client.query<{ name: JobName }>(
        `select distinct name from ${schema.sql}.job where state < 'active' and start_after <= now()`,
      )
      for (const { name } of rows) jobs.fetchNow(name)
      await sleep(lookMs)
    }
  })
}
