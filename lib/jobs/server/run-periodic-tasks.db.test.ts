import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { runPeriodicTasks } from './run-periodic-tasks'

useTestDatabase()

test('each periodic task runs repeatedly, in one process at a time, even after it failed', async () => {
  const stopController = new AbortController()
  const counts = { failing: 0, blocked: 0, last: 0 }
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const tasks = {
    failing: () => {
      counts.failing += 1
      return Promise.reject(new Error('no paper'))
    },
    blocked: () => {
      counts.blocked += 1
      return isReleased
    },
    last: async () => {
      counts.last += 1
    },
  }
  const running = [
    runPeriodicTasks(tasks, stopController.signal),
    runPeriodicTasks(tasks, stopController.signal),
  ]
  // One process waits in `blocked` with its lock, so only the other one gets to `last`.
  await expect.poll(() => counts.last).toBe(1)
  expect(counts.blocked).toBe(1)
  release()
  await expect.poll(() => Math.min(counts.blocked, counts.failing)).toBeGreaterThan(2)
  stopController.abort()
  await Promise.all(running)
})

test('running no periodic tasks ends at once', async () => {
  expect(await runPeriodicTasks({}, new AbortController().signal)).toBeUndefined()
})
