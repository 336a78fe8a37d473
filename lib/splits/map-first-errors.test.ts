import { expect, test } from 'vitest'
import { mapFirstErrorsToRepairedSteps } from './map-first-errors'

const split = { first: 2, removed: 1, added: 2 }
const merge = { first: 2, removed: 2, added: 1 }

test.each([
  ['in no step', [], split, []],
  ['before what is split', [0, 1], split, [0, 1]],
  ['behind what is split', [4], split, [5]],
  ['in the step that is split', [2], split, null],
  ['in the step that is split, or before it', [1, 2], split, null],
  ['before what is merged', [1], merge, [1]],
  ['in what is merged', [3], merge, [2]],
  ['in both merged steps, and behind them', [2, 3, 4], merge, [2, 3]],
] as const)(
  'known first errors of gold %s: %j with the repair %j become %j',
  (_, firstErrors, map, expected) => {
    expect(mapFirstErrorsToRepairedSteps(firstErrors, map)).toEqual(expected)
  },
)
