import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { Patience } from './retry-work'
import { readProblem } from './wire'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function countTries(refusal: AppError, afterMs: number): Promise<number> {
  let tries = 0
  const patience = new Patience(() => undefined)
  void patience.retry(() => {
    tries += 1
    return Promise.reject(refusal)
  })
  await vi.advanceTimersByTimeAsync(afterMs)
  patience.end()
  return tries
}

describe('patience', () => {
  test('waits as long as the server asks, and no less', async () => {
    const refusal = new AppError('rate_limited', 'Too many.', { retryAfterSeconds: 20 })
    expect(await countTries(refusal, 19_900)).toBe(1)
    expect(await countTries(refusal, 20_100)).toBe(2)
  })

  test('waits a minute at most, whatever is asked', async () => {
    const refusal = new AppError('unavailable', 'Away.', { retryAfterSeconds: 86_400 })
    expect(await countTries(refusal, 60_100)).toBe(2)
  })

  test('waits a second first where nothing is asked', async () => {
    expect(await countTries(new AppError('unavailable', 'Away.'), 1_100)).toBe(2)
  })
})

describe('a refusal that is not ours', () => {
  test.each([
    [429, '30', 'rate_limited', { retryAfterSeconds: 30 }],
    [503, '5', 'unavailable', { retryAfterSeconds: 5 }],
    [429, null, 'rate_limited', {}],
    [502, 'Wed, 21 Oct 2026 07:28:00 GMT', 'unavailable', {}],
    [503, '-1', 'unavailable', {}],
  ])('of %i with Retry-After %s is %s', (status, header, code, details) => {
    expect(readProblem(status, '<html>', header)).toMatchObject({ code, details })
  })
})
