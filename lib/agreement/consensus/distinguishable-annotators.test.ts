import { expect, test } from 'vitest'
import { findDistinguishableAnnotators } from './distinguishable-annotators'

/** The annotators of each solution, by number. */
function findIn(annotators: number, solutions: readonly number[][]): boolean[] {
  const firstVotes = [0]
  for (const { length } of solutions) firstVotes.push(firstVotes.at(-1)! + length)
  return findDistinguishableAnnotators(annotators, solutions.flat(), firstVotes)
}

test.each([
  ['a pair', [[0, 1]], [false, false]],
  [
    'a chain',
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    [false, false, false, false],
  ],
  [
    'a cycle of four',
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ],
    [false, false, false, false],
  ],
  [
    'a cycle of three',
    [
      [0, 1],
      [1, 2],
      [2, 0],
    ],
    [true, true, true],
  ],
  ['a solution with three', [[0, 1, 2]], [true, true, true]],
])(
  'for %s (solutions annotated by %j), which annotators are distinguishable: %j',
  (_, solutions, expected) => {
    expect(findIn(expected.length, solutions)).toEqual(expected)
  },
)

test('an odd cycle of annotators makes all annotators connected to it distinguishable, but no others, in any input order', () => {
  const ring = [
    [0, 1],
    [1, 2],
    [2, 0],
  ]
  const otherPairs = [
    [2, 3],
    [3, 4],
    [5, 6],
  ]
  const expected = [true, true, true, true, true, false, false]
  expect(findIn(7, [...ring, ...otherPairs])).toEqual(expected)
  expect(findIn(7, [...otherPairs, ...ring])).toEqual(expected)
})
