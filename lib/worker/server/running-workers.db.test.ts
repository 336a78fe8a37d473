import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { respondToReadinessCheck } from '@/lib/http/server/health-responses'
import { type JobHandlers, jobNames } from '@/lib/jobs/job'
import { runJobs } from '@/lib/jobs/server/run-jobs'
import { readJobWaitReason } from '@/lib/jobs/server/waiting-for.sql'
import { countRunningWorkers } from '@/lib/jobs/server/worker-status.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { closeReadinessConnections } from '@/lib/platform/server/readiness'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'

useTestDatabase()

const handlers = Object.fromEntries(
  jobNames.map((name) => [name, () => Promise.resolve(undefined)]),
) as unknown as JobHandlers

async function run() {
  const jobs = await runJobs(handlers)
  onTestFinished(() => jobs.stop())
  return jobs
}

const countWorkers = () => countRunningWorkers(getDatabase())
async function countRows(): Promise<number> {
  const [row] = await getDatabase().$queryRaw<[{ rows: number }]>`
    select count(*)::int as rows from worker`
  return row.rows
}
const addRow = async (secondsAgo: number) => {
  const id = randomUUID()
  await getDatabase().$executeRaw`
    insert into worker (id, seen_at) values (${id}::uuid, now() - make_interval(secs => ${secondsAgo}))`
  onTestFinished(async () => {
    await getDatabase().$executeRaw`delete from worker where id = ${id}::uuid`
  })
}

test('a worker is counted while it runs, and not after it has stopped', async () => {
  expect(await countWorkers()).toBe(0)
  const first = await run()
  const second = await run()
  await vi.waitFor(async () => expect(await countWorkers()).toBe(2), 20_000)
  await first.stop()
  expect(await countWorkers()).toBe(1)
  await second.stop()
  expect(await countRows()).toBe(0)
})

test(
  'a worker renews its row in the database, even if another worker deleted it',
  { timeout: 25_000 },
  async () => {
    await run()
    await vi.waitFor(async () => expect(await countWorkers()).toBe(1), 20_000)
    await getDatabase().$executeRaw`delete from worker`
    expect(await countWorkers()).toBe(0)
    await vi.waitFor(async () => expect(await countWorkers()).toBe(1), 20_000)
  },
)

test('a worker that has not renewed its row for 30 s, by the database clock, is not counted', async () => {
  await addRow(31)
  expect(await countWorkers()).toBe(0)
  await addRow(25)
  expect(await countWorkers()).toBe(1)
})

test('rows of workers that were killed long ago are deleted', async () => {
  await addRow(2 * 60 * 60)
  await addRow(60)
  await run()
  await vi.waitFor(async () => expect(await countWorkers()).toBe(1), 20_000)
  expect(await countRows()).toBe(2)
})

test('an unfinished job is shown as waiting for a worker only while none runs', async () => {
  expect(await readJobWaitReason(getDatabase(), true)).toBe('worker')
  expect(await readJobWaitReason(getDatabase(), false)).toBeNull()
  await addRow(0)
  expect(await readJobWaitReason(getDatabase(), true)).toBeNull()
})

test('the readiness endpoint reports a process without a worker as ready', async () => {
  onTestFinished(closeReadinessConnections)
  const checkReadiness = async () => {
    const response = await respondToReadinessCheck()
    return { status: response.status, body: (await response.json()) as unknown }
  }
  expect(await checkReadiness()).toEqual({ status: 200, body: { status: 'ready', workers: 0 } })
  await addRow(0)
  expect(await checkReadiness()).toEqual({ status: 200, body: { status: 'ready', workers: 1 } })
})
