import { expect, test } from 'vitest'
import { computeExactAnswersToPass } from './screening'

test.each([
  [30, 0.75, 23],
  [4, 0.75, 3],
  [30, 0.7, 21],
  [10, 0.1, 1],
  [200, 0.29, 58],
  [30, 1, 30],
  [1, 0.01, 1],
])(
  'passing a screening of %i items with pass share %f takes %i exact answers',
  (items, share, needed) => {
    expect(computeExactAnswersToPass(items, share)).toBe(needed)
  },
)
