import { expect, test } from 'vitest'
import { formatLimitedCount } from './max-counted-list-items'

test('formatLimitedCount formats counts from 1,000 as "1,000 or more"', () => {
  expect(formatLimitedCount(12)).toBe('12')
  expect(formatLimitedCount(1_000)).toBe('1,000 or more')
})
