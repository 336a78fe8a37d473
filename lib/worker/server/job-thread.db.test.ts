import { expect, test, vi } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { JobThread } from './job-thread'
import type { ThreadJob } from './job-thread-messages'

useTestDatabase()

const job: ThreadJob = {
  name: 'sweep-files',
  payload: {},
  id: 'a32e6b8e-5d0d-4a3c-9b53-0c7f4e2b7a11',
  giveUpReason: null,
}

test('the thread ends when it has had no job for a while, and the next job starts another', async () => {
  const thread = new JobThread(200)
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
