import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { readErrorReply } from './encode-call'
import { Retrier } from './retrier'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function countTries(error: AppError, afterMs: number): Promise<number> {
  let attempts = 0
  const retrier = new Retrier(() => undefined)
  void retrier.retry(() => {
    attempts += 1
    return Promise.reject(error)
  })
  await vi.advanceTimersByTimeAsync(afterMs)
  retrier.end()
  return attempts
}

describe('the delay between retries', () => {
  test('follows the server’s Retry-After', async () => {
    const error = new AppError('rate_limited', 'Too many.', { retryAfterSeconds: 20 })
    expect(await countTries(error, 19_900)).toBe(1)
    expect(await countTries(error, 20_100)).toBe(2)
  })

  test('is at most a minute, even if Retry-After is longer', async () => {
    const error = new AppError('unavailable', 'Away.', { retryAfterSeconds: 86_400 })
    expect(await countTries(error, 60_100)).toBe(2)
  })

  test('starts at one second', async () => {
    expect(await countTries(new AppError('unavailable', 'Away.'), 1_100)).toBe(2)
  })
})

describe('a reply of a proxy', () => {
  test.each([
    [429, '30', 'rate_limited', { retryAfterSeconds: 30 }],
    [503, '5', 'unavailable', { retryAfterSeconds: 5 }],
    [429, null, 'rate_limited', {}],
    [502, 'Wed, 21 Oct 2026 07:28:00 GMT', 'unavailable', {}],
    [503, '-1', 'unavailable', {}],
  ])(
    'with status %i and Retry-After %s is read as the error %s',
    (status, header, code, details) => {
      expect(readErrorReply(status, '<html>', header)).toMatchObject({ code, details })
    },
  )
})
