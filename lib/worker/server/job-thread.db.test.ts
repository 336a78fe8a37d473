import { expect, test, vi } from 'vitest'
import { JobThreadEndedError } from '@/lib/jobs/server/run-jobs'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { JobThread } from './job-thread'
import type { ThreadJob } from './job-thread-messages'

useTestDatabase()

const job: ThreadJob = {
  kind: 'run',
  name: 'sweep-files',
  payload: {},
  id: 'a32e6b8e-5d0d-4a3c-9b53-0c7f4e2b7a11',
}

/** A thread that hangs in its first job. */
const findHangingProgram = () => ({
  file: new URL(
    "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { for (;;); })",
  ),
  execArgv: [],
})

test('the thread ends when it has had no job for a while, and the next job starts another', async () => {
  const thread = new JobThread({ idleMs: 200 })
  // Each running thread has a listener.
  const countThreads = () => process.listenerCount('exit') - listeners
  const listeners = process.listenerCount('exit')
  await thread.run(job)
  expect(countThreads()).toBe(1)
  await vi.waitFor(() => expect(countThreads()).toBe(0), { timeout: 10_000, interval: 50 })
  await thread.run(job)
  expect(countThreads()).toBe(1)
  await thread.end()
  expect(countThreads()).toBe(0)
})

test('a thread that expects a job connects to the database before the job is queued', async () => {
  const countConnections = async () => {
    const [row] = await getDatabase().$queryRaw<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database()`
    return row.count
  }
  const ownConnections = await countConnections()
  const thread = new JobThread()
  await vi.waitFor(
    async () => {
      thread.expect('import')
      expect(await countConnections()).toBe(ownConnections + 2)
    },
    { timeout: 20_000, interval: 500 },
  )
  await thread.end()
})

test('a thread that does not respond is terminated, and its job is released', async () => {
  const thread = new JobThread({
    findProgram: findHangingProgram,
    responseCheckMs: 100,
  })
  await expect(thread.run(job)).rejects.toThrow(JobThreadEndedError)
})

test('a thread that does not respond is terminated when it has to end', async () => {
  const thread = new JobThread({ findProgram: findHangingProgram })
  void thread.run(job)
  await expect(thread.end()).resolves.toBeUndefined()
})
