import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { JobName } from '@/lib/jobs/job'
import { installJobTables } from '@/lib/jobs/server/install-job-tables'
import { pgBossSchemaNameSql } from '@/lib/jobs/server/pg-boss'
import { runJobs, type JobRunner } from '@/lib/jobs/server/run-jobs'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { jobFailureHandlers, jobHandlers } from '@/lib/worker/server/job-handlers'
import { periodicTasks } from '@/lib/worker/server/periodic-tasks'

const pollIntervalMs = 20

/**
 * Runs jobs for a test file like the web process, but without delay. Call it after
 * `useTestDatabase`.
 */
export function useJobWorker(): void {
  let jobs: JobRunner
  let pollingLoop: Promise<void>
  const stopController = new AbortController()
  beforeAll(async () => {
    // On a slow machine, runJobs returns before it has created the tables.
    await installJobTables()
    jobs = await runJobs(jobHandlers, { jobFailureHandlers, periodicTasks })
    pollingLoop = wakeForDueJobs(jobs, stopController.signal)
  })
  afterAll(async () => {
    stopController.abort()
    await pollingLoop
    await jobs.stop()
  })
}

/**
 * Polls all queues with one statement, far more often than pg-boss, which polls each queue once or
 * twice per second.
 */
async function wakeForDueJobs(jobs: JobRunner, stopSignal: AbortSignal): Promise<void> {
  await withPgClient(readDatabaseUrl(), async (client) => {
    while (!stopSignal.aborted) {
      const { rows } = await client.query<{ name: JobName }>(
        `select distinct name from ${pgBossSchemaNameSql.sql}.job where state < 'active' and start_after <= now()`,
      )
      for (const { name } of rows) jobs.wake(name)
      await sleep(pollIntervalMs)
    }
  })
}
