import { expect, test } from 'vitest'
import { findFinishReasonOfRatings } from './finish-reason-of-ratings'

test('final ratings are complete only if they end at the first error or cover every step', () => {
  expect(findFinishReasonOfRatings([1, -1], 3)).toBe('found_error')
  expect(findFinishReasonOfRatings([1, 0, 1], 3)).toBe('solution')
  expect(findFinishReasonOfRatings([1, -1, 1], 3)).toBeNull()
  expect(findFinishReasonOfRatings([1, 0], 3)).toBeNull()
  expect(findFinishReasonOfRatings([1, 1, 1, -1], 3)).toBeNull()
})
