import { expect, test } from 'vitest'
import { findSampleShortageText, formatPercentRange } from './format-share'

test('findSampleShortageText returns n for fewer than 20 observations, and null from 20', () => {
  expect([0, 19, 20].map(findSampleShortageText)).toEqual([
    'n = 0 (needs 20)',
    'n = 19 (needs 20)',
    null,
  ])
})

test('formatPercentRange rounds both ends', () => {
  expect(formatPercentRange({ low: 0.549, high: 0.686 })).toBe('55% to 69%')
})
