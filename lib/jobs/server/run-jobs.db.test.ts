import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { JobHandlers, JobPayloads } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import { findFreePort } from '@/lib/platform/server/free-port'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { enqueueJob } from './enqueue'
import { type JobFailureHandlers, runJobs, type RunJobsOptions, type JobRunner } from './run-jobs'

useTestDatabase()

type ImportHandler = JobHandlers['import']

const timeout = 25_000
const runningJobs: JobRunner[] = []
const resolveEmpty = () => Promise.resolve(undefined)

afterEach(async () => {
  await Promise.all(runningJobs.splice(0).map((jobs) => jobs.stop()))
  await getDatabase().$executeRaw`delete from pgboss.job`
})

async function run(handlers: Partial<JobHandlers>, options?: RunJobsOptions): Promise<JobRunner> {
  const all = {
    import: resolveEmpty,
    release: resolveEmpty,
    regrade: resolveEmpty,
    round: resolveEmpty,
    score: resolveEmpty,
    train: resolveEmpty,
    evaluate: resolveEmpty,
    agreement: resolveEmpty,
    'sweep-files': resolveEmpty,
    'find-lost-jobs': resolveEmpty,
    'deliver-webhooks': resolveEmpty,
    mail: resolveEmpty,
    ...handlers,
  }
  const jobs = await runJobs(all, options)
  runningJobs.push(jobs)
  return jobs
}

async function addImport(): Promise<JobPayloads['import']> {
  const payload = { projectId: randomUUID(), importId: randomUUID(), attempt: 1 }
  await getDatabase().$transaction((db) => enqueueJob(db, 'import', payload))
  return payload
}

async function listStates(name: 'import' | 'release' = 'import'): Promise<string[]> {
  const rows = await getDatabase().$queryRaw<{ state: string }[]>`
    select state::text from pgboss.job where name = ${name} order by created_on`
  return rows.map(({ state }) => state)
}

const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout, interval: 50 })

/** Makes waiting jobs due now. Returns how many were not due yet. */
const makeWaitingJobsDue = () => getDatabase().$executeRaw`
  update pgboss.job set start_after = now() where state = 'created' and start_after > now()`

test('a worker that is woken runs a job before its next poll', async () => {
  let runs = 0
  const jobs = await run({
    'sweep-files': () => {
      runs += 1
      return Promise.resolve(undefined)
    },
  })
  // Runs once at the start. Polls for it are 10 s apart.
  await waitFor(() => expect(runs).toBe(1))
  await getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))
  await vi.waitFor(
    () => {
      jobs.wake('sweep-files')
      expect(runs).toBe(2)
    },
    { timeout: 5_000, interval: 200 },
  )
})

test('two workers run each job once with its payload, and each worker only one import at a time', async () => {
  const replies = await Promise.all([addImport(), addImport(), addImport(), addImport()])
  const payloads: unknown[] = []
  const atOnce = [0, 0]
  const handlerOf =
    (i: number): ImportHandler =>
    async (payload) => {
      expect((atOnce[i] = atOnce[i]! + 1)).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      payloads.push(payload)
      atOnce[i] -= 1
    }
  await run({ import: handlerOf(0) })
  await run({ import: handlerOf(1) })
  await waitFor(async () => expect(await listStates()).toEqual(replies.map(() => 'completed')))
  const order = (payloads: readonly unknown[]) =>
    payloads.map((payload) => JSON.stringify(payload, ['projectId', 'importId', 'attempt'])).sort()
  expect(order(payloads)).toEqual(order(replies))
})

test('the worker runs a release and an import at the same time', async () => {
  const release = vi.fn<JobHandlers['release']>(resolveEmpty)
  await addImport()
  const payload = { projectId: randomUUID(), releaseId: randomUUID(), attempt: 2 }
  await getDatabase().$transaction((db) => enqueueJob(db, 'release', payload))
  let end = () => {}
  await run({ import: () => new Promise((resolve) => (end = resolve)), release })
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
  expect(release.mock.calls[0]?.[0]).toEqual(payload)
  await waitFor(async () => expect(await listStates()).toEqual(['active']))
  end()
})

test('the worker runs a job again later if its handler returns "later"', async () => {
  const payload = await addImport()
  const handler = vi.fn<ImportHandler>(resolveEmpty)
  for (let i = 0; i < 4; i++) handler.mockResolvedValueOnce('later')
  await run({ import: handler })
  await waitFor(async () => {
    await makeWaitingJobsDue()
    expect(handler).toHaveBeenCalledTimes(5)
  })
  expect(handler.mock.lastCall?.[0]).toEqual(payload)
  await waitFor(async () => expect(new Set(await listStates())).toEqual(new Set(['completed'])))
  expect(await makeWaitingJobsDue()).toBe(0)
})

test('the worker retries a job twice if its handler throws, then marks it as failed with the error message', async () => {
  const payload = await addImport()
  const handler = vi.fn<ImportHandler>().mockRejectedValue(new Error('out of paper'))
  const giveUp = vi.fn<NonNullable<JobFailureHandlers['import']>>(resolveEmpty)
  await run({ import: handler }, { jobFailureHandlers: { import: giveUp } })
  await waitFor(async () => {
    await makeWaitingJobsDue()
    expect(await listStates()).toContain('failed')
  })
  expect(handler).toHaveBeenCalledTimes(3)
  expect(giveUp.mock.calls).toEqual([[payload, 'out of paper']])
  expect(await makeWaitingJobsDue()).toBe(0)
})

test('the worker waits 5 seconds before the first retry of a failed job', async () => {
  await addImport()
  await run({ import: () => Promise.reject(new Error('out of paper')) })
  await waitFor(async () => expect(await listStates()).toEqual(['completed', 'created']))
  const [row] = await getDatabase().$queryRaw<{ seconds: number }[]>`
    select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where name = 'import' and state = 'created'`
  expect(row?.seconds).toBe(5)
})

test('at shutdown the worker signals running jobs to stop and releases them to another process', async () => {
  await addImport()
  const payloads: unknown[] = []
  const first = await run({
    import: async (_, signal) => {
      payloads.push('started')
      await once(signal, 'abort')
      payloads.push(...(await listStates()))
      throw new Error('broken off')
    },
  })
  await waitFor(() => expect(payloads).toEqual(['started']))
  await first.stop()
  expect(payloads).toEqual(['started', 'active'])
  expect(await listStates()).toEqual(['retry'])
  const second = vi.fn<ImportHandler>(resolveEmpty)
  await run({ import: second })
  await waitFor(async () => expect(await listStates()).toEqual(['completed']))
  expect(second).toHaveBeenCalledOnce()
})

test('at shutdown the worker releases even a job that ignores the stop signal', async () => {
  await addImport()
  const stuckHandler = vi.fn<ImportHandler>(() => new Promise(() => undefined))
  const first = await run({ import: stuckHandler }, { timing: { stopMs: 1_000 } })
  await waitFor(() => expect(stuckHandler).toHaveBeenCalledOnce())
  await first.stop()
  expect(await listStates()).toEqual(['retry'])
})

test('a job whose process was killed is run by another process', async () => {
  const payload = await addImport()
  const child = startScriptProcess('lib/jobs/testing/hang-on-job.ts')
  expect(String(await once(child.stdout, 'data'))).toBe('started\n')
  const handler = vi.fn<ImportHandler>(resolveEmpty)
  await run({ import: handler }, { timing: { superviseSeconds: 1 } })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(handler).not.toHaveBeenCalled()
  // As if the process had been silent for a minute.
  await getDatabase().$executeRaw`
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'import'`
  await waitFor(async () => expect(await listStates()).toEqual(['completed']))
  expect(handler.mock.calls.map(([jobPayload]) => jobPayload)).toEqual([payload])
})

test('a job that repeatedly kills its process is marked as failed', async () => {
  await addImport()
  await getDatabase().$executeRaw`
    update pgboss.job set data = jsonb_set(data, '{deaths}', '25') where name = 'import'`
  const handler = vi.fn<ImportHandler>(resolveEmpty)
  await run({ import: handler })
  await waitFor(async () => expect(await listStates()).toEqual(['failed']))
  expect(handler).not.toHaveBeenCalled()
})

test('the worker reconnects and runs further jobs after its database connections were broken', async () => {
  await run({})
  await getDatabase().$queryRaw`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'stepmark-jobs' and datname = current_database()`
  await addImport()
  await waitFor(async () => expect(await listStates()).toEqual(['completed']))
})

/** A proxy to the database that can be started later. */
function openProxy(port: number, databasePort: number): Promise<Server> {
  const proxy = createServer((incoming) => {
    const outgoing = connect(databasePort, '127.0.0.1')
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.pipe(outgoing).pipe(incoming)
  })
  return new Promise((resolve) => proxy.listen(port, '127.0.0.1', () => resolve(proxy)))
}

test('the worker waits for a database that is not reachable yet', async () => {
  await addImport()
  const real = process.env.DATABASE_URL!
  const unreachableUrl = new URL(real)
  unreachableUrl.port = String(await findFreePort())
  process.env.DATABASE_URL = unreachableUrl.href
  const jobs = await run({}).finally(() => (process.env.DATABASE_URL = real))
  const proxy = await openProxy(Number(unreachableUrl.port), Number(new URL(real).port))
  try {
    await waitFor(() =>
      withPgClient(real, async (client) => {
        const { rows } = await client.query<{ state: string }>(
          "select state from pgboss.job where name = 'import'",
        )
        expect(rows).toEqual([{ state: 'completed' }])
      }),
    )
  } finally {
    await jobs.stop()
    proxy.close()
  }
})

test('the worker sweeps files and looks for lost jobs at its start and on a schedule', async () => {
  const sweep = vi.fn<JobHandlers['sweep-files']>(resolveEmpty)
  const find = vi.fn<JobHandlers['find-lost-jobs']>(resolveEmpty)
  await run({ 'sweep-files': sweep, 'find-lost-jobs': find })
  await waitFor(() => expect(sweep).toHaveBeenCalledOnce())
  await waitFor(() => expect(find).toHaveBeenCalled())
  const rows = await getDatabase().$queryRaw`select name, cron from pgboss.schedule order by name`
  expect(rows).toEqual([
    { name: 'find-lost-jobs', cron: '*/5 * * * *' },
    { name: 'sweep-files', cron: '17 3 * * *' },
  ])
})
