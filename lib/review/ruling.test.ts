import { expect, test } from 'vitest'
import { readFinalEnd } from './final-ratings'
import {
  adoptRatings,
  carryRuling,
  findAdopted,
  moveLight,
  rateStep,
  readRuling,
  readRulingEnd,
  startRuling,
  undoRuling,
} from './ruling'

const lit = (state: ReturnType<typeof startRuling>) =>
  state.lit.kind === 'step' ? state.lit.step : state.lit.kind

test('it opens at the first step that is not agreed, and ends at an error', () => {
  const open = startRuling(5, [1, 1])
  expect(lit(open)).toBe(2)
  expect(readRulingEnd(open)).toBeNull()
  const ruled = rateStep(rateStep(open, null, 0), null, -1)
  expect(readRuling(ruled)).toEqual([1, 1, 0, -1])
  expect(readRulingEnd(ruled)).toBe('found_error')
  expect(lit(ruled)).toBe('done')
})

test('what is adopted can be undone, and be changed', () => {
  const open = rateStep(startRuling(4, [1]), null, 1)
  const adopted = adoptRatings(open, [1, -1])
  const others = [
    { annotation: 'a', ratings: [1, -1] as const },
    { annotation: 'b', ratings: [1, 1, 1, 1] as const },
  ]
  expect(readRulingEnd(adopted)).toBe('found_error')
  expect(findAdopted(adopted, others)).toBe('a')
  expect(readRuling(undoRuling(adopted))).toEqual([1, 1])
  expect(lit(undoRuling(adopted))).toBe(lit(open))
  const changed = rateStep(moveLight(adopted, -1), 1, 1)
  expect(findAdopted(changed, others)).toBeNull()
})

test('after a repair ratings stay with the steps that go on', () => {
  const rated = rateStep(startRuling(4, [1, 0]), null, 1)
  // The second step was split: steps 4 and 5 are new.
  const carried = carryRuling(rated, [0, 1, 2, 3], [0, 4, 5, 2, 3])
  expect(readRuling(carried)).toEqual([1])
  expect(lit(carried)).toBe(1)
  expect(readRuling(rateStep(rateStep(carried, null, 0), null, 0))).toEqual([1, 0, 0, 1])
})

test('final ratings go up to the first error, or over every step', () => {
  expect(readFinalEnd([1, -1], 3)).toBe('found_error')
  expect(readFinalEnd([1, 0, 1], 3)).toBe('solution')
  expect(readFinalEnd([1, -1, 1], 3)).toBeNull()
  expect(readFinalEnd([1, 0], 3)).toBeNull()
  expect(readFinalEnd([1, 1, 1, -1], 3)).toBeNull()
})
