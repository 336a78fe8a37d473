import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll } from 'vitest'
import { installJobTables } from '@/lib/jobs/server/install-job-tables'
import { pgBossSchemaSql } from '@/lib/jobs/server/pg-boss'
import { runJobs, type RunningJobs } from '@/lib/jobs/server/run-jobs'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { jobFailureHandlers, jobHandlers, periodicTasks } from '@/lib/worker/server/job-handlers'

const pollIntervalMs = 20

/** Makes the pollers of a queue fetch at once, by queue name. */
type Fetchers = Map<string, () => void>

/**
 * Runs jobs for a test file like the web process, but without delay. Call it after
 * `useTestDatabase`.
 */
export function useJobWorker(): void {
  let jobs: RunningJobs
  let pollingLoop: Promise<void>
  let restore: () => void
  const stopController = new AbortController()
  beforeAll(async () => {
    // On a slow machine, runJobs returns before it has created the tables.
    await installJobTables()
    const collected = collectFetchers()
    restore = collected.restore
    jobs = await runJobs(jobHandlers, { jobFailureHandlers, periodicTasks })
    pollingLoop = fetchDueJobs(collected.fetchers, stopController.signal)
  })
  afterAll(async () => {
    stopController.abort()
    await pollingLoop
    await jobs.stop()
    restore()
  })
}

/**
 * Records the pollers of pg-boss by queue until it is restored. Vitest would clear a spy before
 * each test.
 */
function collectFetchers(): { fetchers: Fetchers; restore(): void } {
  const fetchers: Fetchers = new Map()
  const prototype = PgBoss.prototype as {
    work(this: PgBoss, queue: string, ...otherArguments: unknown[]): Promise<string>
  }
  const { work } = prototype
  prototype.work = async function (queue, ...otherArguments) {
    const id = await work.call(this, queue, ...otherArguments)
    fetchers.set(queue, () => this.notifyWorker(id))
    return id
  }
  return { fetchers, restore: () => (prototype.work = work) }
}

/**
 * Polls all queues with one statement, far more often than pg-boss, which polls each queue once or
 * twice per second.
 */
async function fetchDueJobs(fetchers: Fetchers, stopSignal: AbortSignal): Promise<void> {
  await withPgClient(readDatabaseUrl(), async (client) => {
    while (!stopSignal.aborted) {
      const { rows } = await client.query<{ name: string }>(
        `select distinct name from ${pgBossSchemaSql.sql}.job where state < 'active' and start_after <= now()`,
      )
      for (const { name } of rows) fetchers.get(name)?.()
      await sleep(pollIntervalMs)
    }
  })
}
