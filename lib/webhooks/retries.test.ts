import { expect, test } from 'vitest'
import { computeRetryDelaySeconds } from './retries'

test('stops after 9 attempts over a little more than a day', () => {
  let seconds = 0
  let attempts = 1
  for (let delay = computeRetryDelaySeconds(attempts, null); delay !== null; attempts += 1) {
    seconds += delay
    delay = computeRetryDelaySeconds(attempts + 1, null)
  }
  expect(attempts).toBe(9)
  expect(seconds / 3_600).toBeGreaterThan(24)
  expect(seconds / 3_600).toBeLessThan(26)
})

test('respects Retry-After if it is longer than the delay, up to a day', () => {
  expect(computeRetryDelaySeconds(1, 600)).toBe(600)
  expect(computeRetryDelaySeconds(4, 1)).toBe(1_800)
  expect(computeRetryDelaySeconds(1, 1e9)).toBe(86_400)
  expect(computeRetryDelaySeconds(9, 600)).toBeNull()
})
