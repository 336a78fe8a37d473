import { expect, test } from 'vitest'
import { computeRetryDelaySeconds } from './retries'

test('a delivery is attempted 9 times over a little more than a day', () => {
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

test('the delay before a retry follows Retry-After if that is longer, up to a day', () => {
  expect(computeRetryDelaySeconds(1, 600)).toBe(600)
  expect(computeRetryDelaySeconds(4, 1)).toBe(1_800)
  expect(computeRetryDelaySeconds(1, 1e9)).toBe(86_400)
  expect(computeRetryDelaySeconds(9, 600)).toBeNull()
})
