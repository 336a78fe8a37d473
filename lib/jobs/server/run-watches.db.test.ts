import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { runWatches } from './run-watches'

useTestDatabase()

test('each is asked again and again, by one process at a time, also after it failed', async () => {
  const ends = new AbortController()
  const counts = { one: 0, failing: 0, atOnce: 0, most: 0 }
  const watches = {
    failing: () => {
      counts.failing += 1
      return Promise.reject(new Error('no paper'))
    },
    one: async () => {
      counts.one += 1
      counts.atOnce += 1
      counts.most = Math.max(counts.most, counts.atOnce)
      await sleep(30)
      counts.atOnce -= 1
    },
  }
  const running = [runWatches(watches, ends.signal), runWatches(watches, ends.signal)]
  // Two processes may each have asked once; a third time, one of them asks again.
  await expect.poll(() => Math.min(counts.one, counts.failing)).toBeGreaterThan(2)
  ends.abort()
  await Promise.all(running)
  expect(counts).toMatchObject({ atOnce: 0, most: 1 })
})

test('with none, nothing is asked', async () => {
  expect(await runWatches({}, new AbortController().signal)).toBeUndefined()
})
