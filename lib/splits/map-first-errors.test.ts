import { expect, test } from 'vitest'
import { mapFirstErrorsToRepairedSteps } from './map-first-errors'

const split = { first: 2, removed: 1, added: 2 }
const merge = { first: 2, removed: 2, added: 1 }

test.each([
  ['in no step', [], split, []],
  ['before the split step', [0, 1], split, [0, 1]],
  ['after the split step', [4], split, [5]],
  ['in the split step', [2], split, null],
  ['in the split step and before it', [1, 2], split, null],
  ['before the merged steps', [1], merge, [1]],
  ['in a merged step', [3], merge, [2]],
  ['in both merged steps and after them', [2, 3, 4], merge, [2, 3]],
] as const)(
  'known first errors of gold %s: %j with the repair %j become %j',
  (_, firstErrors, replacement, expected) => {
    expect(mapFirstErrorsToRepairedSteps(firstErrors, replacement)).toEqual(expected)
  },
)
