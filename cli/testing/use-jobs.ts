import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, vi } from 'vitest'
import { schema } from '@/lib/jobs/server/boss'
import { installQueues } from '@/lib/jobs/server/install-queues'
import { runJobs, type RunningJobs } from '@/lib/jobs/server/run-jobs'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { giveUp, jobHandlers, watches } from '@/lib/worker/server/job-handlers'

const lookMs = 20

/** Runs jobs for a test file, as the web process does, but as soon as they are due. Call it after `useTestDatabase`. */
export function useJobs(): void {
  let jobs: RunningJobs
  let fetching: Promise<void>
  let work: WorkSpy
  const ended = new AbortController()
  beforeAll(async () => {
    // On a slow machine runJobs returns before it has made the tables.
    await installQueues()
    work = spyOnWork()
    jobs = await runJobs(jobHandlers, { giveUp, watches })
    fetching = fetchDueJobs(work, ended.signal)
  })
  afterAll(async () => {
    ended.abort()
    await fetching
    await jobs.stop()
    work.mockRestore()
  })
}

/** Sees which worker polls which queue. */
const spyOnWork = () => vi.spyOn(PgBoss.prototype, 'work')
type WorkSpy = ReturnType<typeof spyOnWork>

/** Makes the worker of a queue fetch at once instead of at its next poll. */
function fetchNow({ mock }: WorkSpy, queue: string): void {
  for (const [i, [name]] of mock.calls.entries()) {
    const worker = mock.settledResults[i]
    if (name === queue && worker?.type === 'fulfilled')
      (mock.contexts[i] as PgBoss).notifyWorker(worker.value)
  }
}

/** Polls all queues with one statement, far more often than pg-boss, which polls each once or twice a second. */
async function fetchDueJobs(work: WorkSpy, ended: AbortSignal): Promise<void> {
  await usePgClient(readDatabaseUrl(), async (client) => {
    while (!ended.aborted) {
      const { rows } = await client.query<{ name: string }>(
        `select distinct name from ${schema.sql}.job where state < 'active' and start_after <= now()`,
      )
      for (const { name } of rows) fetchNow(work, name)
      await sleep(lookMs)
    }
  })
}
