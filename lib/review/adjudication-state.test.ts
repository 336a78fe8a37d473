import { expect, test } from 'vitest'
import { findFinishReason } from './final-ratings'
import {
  adoptRatings,
  remapAdjudication,
  findAdoptedAnnotation,
  moveSelection,
  rateStep,
  getFinalRatings,
  getFinalOutcome,
  startAdjudication,
  undoChange,
} from './adjudication-state'

const readCurrentStep = (state: ReturnType<typeof startAdjudication>) =>
  state.currentTarget.kind === 'step' ? state.currentTarget.step : state.currentTarget.kind

test('starts at the first step that is not agreed and ends at an error', () => {
  const open = startAdjudication(5, [1, 1])
  expect(readCurrentStep(open)).toBe(2)
  expect(getFinalOutcome(open)).toBeNull()
  const ruled = rateStep(rateStep(open, null, 0), null, -1)
  expect(getFinalRatings(ruled)).toEqual([1, 1, 0, -1])
  expect(getFinalOutcome(ruled)).toBe('found_error')
  expect(readCurrentStep(ruled)).toBe('done')
})

test('ratings adopted from an annotation can be undone and changed', () => {
  const open = rateStep(startAdjudication(4, [1]), null, 1)
  const adopted = adoptRatings(open, [1, -1])
  const others = [
    { annotation: 'a', ratings: [1, -1] as const },
    { annotation: 'b', ratings: [1, 1, 1, 1] as const },
  ]
  expect(getFinalOutcome(adopted)).toBe('found_error')
  expect(findAdoptedAnnotation(adopted, others)).toBe('a')
  expect(getFinalRatings(undoChange(adopted))).toEqual([1, 1])
  expect(readCurrentStep(undoChange(adopted))).toBe(readCurrentStep(open))
  const changedWorkState = rateStep(moveSelection(adopted, -1), 1, 1)
  expect(findAdoptedAnnotation(changedWorkState, others)).toBeNull()
})

test('keeps the ratings of unchanged steps after a repair', () => {
  const ratedWorkState = rateStep(startAdjudication(4, [1, 0]), null, 1)
  // The second step was split: steps 4 and 5 are new.
  const carried = remapAdjudication(ratedWorkState, [0, 1, 2, 3], [0, 4, 5, 2, 3])
  expect(getFinalRatings(carried)).toEqual([1])
  expect(readCurrentStep(carried)).toBe(1)
  expect(getFinalRatings(rateStep(rateStep(carried, null, 0), null, 0))).toEqual([1, 0, 0, 1])
})

test('is complete only with ratings up to the first error or of every step', () => {
  expect(findFinishReason([1, -1], 3)).toBe('found_error')
  expect(findFinishReason([1, 0, 1], 3)).toBe('solution')
  expect(findFinishReason([1, -1, 1], 3)).toBeNull()
  expect(findFinishReason([1, 0], 3)).toBeNull()
  expect(findFinishReason([1, 1, 1, -1], 3)).toBeNull()
})
