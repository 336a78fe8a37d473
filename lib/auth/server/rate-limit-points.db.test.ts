import { afterEach, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  resetRateLimitPoints,
  refundRateLimitPoint,
  consumeRateLimitPoint,
} from './rate-limit-points'

useTestDatabase()
afterEach(() => void vi.useRealTimers())

const limit = { name: 'test', points: 3, windowSeconds: 600 }
const hourMs = 3_600_000

const takePoints = async (key: string, times: number) => {
  const results = []
  for (let i = 0; i < times; i++) results.push(await consumeRateLimitPoint(limit, key))
  return results
}

/** Changes only this process's clock. */
function shiftClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + ms)
}

test('a rate limit allows a number of attempts per time window, and flags the first rejection', async () => {
  const [, , third, fourth, fifth] = await takePoints('a', 5)
  expect(third).toBeNull()
  expect(fourth).toMatchObject({ isFirst: true })
  expect(fifth).toMatchObject({ isFirst: false })
  expect(fifth!.retryAfterSeconds).toBeGreaterThan(590)
  expect(fifth!.retryAfterSeconds).toBeLessThanOrEqual(600)
  expect(await consumeRateLimitPoint(limit, 'b')).toBeNull()
})

test('processes with different clocks count attempts in the same time window', async () => {
  await takePoints('c', 3)
  for (const shift of [2 * hourMs, -2 * hourMs]) {
    shiftClock(shift)
    const laterRefusal = await consumeRateLimitPoint(limit, 'c')
    expect(laterRefusal!.retryAfterSeconds).toBeGreaterThan(590)
    expect(laterRefusal!.retryAfterSeconds).toBeLessThanOrEqual(600)
    vi.useRealTimers()
  }
})

test('a rate limit counts concurrent attempts exactly', async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, () => consumeRateLimitPoint(limit, 'd')),
  )
  expect(results.filter((refusal) => refusal === null)).toHaveLength(3)
})

test('a rate limit counts from zero after the time window expires, and deletes old windows', async () => {
  await takePoints('e', 5)
  await getDatabase().$executeRaw`update rate_limit set expire = now() where key = 'test:e'`
  expect(await consumeRateLimitPoint(limit, 'e')).toBeNull()
  await getDatabase()
    .$executeRaw`update rate_limit set expire = now() - interval '61 minutes' where key = 'test:e'`
  await consumeRateLimitPoint(limit, 'f')
  expect(await getDatabase().rateLimit.count({ where: { key: 'test:e' } })).toBe(0)
})

test('a rate limit can refund one attempt or all of them', async () => {
  await takePoints('g', 3)
  await refundRateLimitPoint(limit, 'g')
  expect((await takePoints('g', 2)).map((refusal) => refusal === null)).toEqual([true, false])
  await resetRateLimitPoints(limit, 'g')
  expect((await takePoints('g', 3)).every((refusal) => refusal === null)).toBe(true)
})
