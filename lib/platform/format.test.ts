import { expect, it, test } from 'vitest'
import { formatElapsedTime, formatShortDuration } from './format'

it('formats elapsed time in hours, minutes and seconds', () => {
  expect([0, 102_000, 3_723_000].map(formatElapsedTime)).toEqual(['0:00', '1:42', '1:02:03'])
})

test.each([
  [0, '0.0 s'],
  [8_140, '8.1 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1:00'],
  [102_000, '1:42'],
  [3_723_000, '1:02:03'],
])('a duration of %i ms is formatted as %s', (ms, text) => {
  expect(formatShortDuration(ms)).toBe(text)
})
