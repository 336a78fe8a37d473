import { expect, test } from 'vitest'
import { readStepScores } from './read-step-scores'

test.each([
  [[0.5, 1], 2, [0.5, 1]],
  [[[0.1, 0.2, 0.7]], 1, [[0.1, 0.2, 0.7]]],
  // Three numbers a step, one after the other.
  [
    [0.1, 0.2, 0.7, 0.3, 0.3, 0.4],
    2,
    [
      [0.1, 0.2, 0.7],
      [0.3, 0.3, 0.4],
    ],
  ],
  [[0.5, 0.5, 0.5], 3, [0.5, 0.5, 0.5]],
  [[0.5], 2, null],
  [[1.5], 1, null],
  [[-0.1, 0.5], 2, null],
  [[null], 1, null],
  [null, 1, null],
  [[], 0, null],
])('%j for %d steps', (stored, steps, read) => {
  expect(readStepScores(stored, steps)).toEqual(read)
})
