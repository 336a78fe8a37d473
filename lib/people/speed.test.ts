import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeMedian,
  minPlausibleStepMs,
  isAnnotationImplausiblyFast,
  minStepsForSpeedCheck,
} from './speed'

test.each([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %s', (times, median) => {
  expect(computeMedian(times)).toBe(median)
})

test.each([
  ['half of the steps under a second', [200, 300, 900, 4_000], 4, 5_400, true],
  ['exactly a second per step', [1_000, 1_000, 1_000, 1_000], 4, 4_000, false],
  ['only three steps', [10, 10, 10], 3, 30, false],
  ['times of fewer steps than were rated', [4_000], 4, 4_000, true],
  ['no step times', [], 9, 9_000, false],
  ['a total time of 0', [0, 0, 0, 0], 4, 0, false],
])(
  'an annotation with %s (step times %j, %i rated steps, %i ms in total) is implausibly fast: %s',
  (_, times, ratedCount, total, isFast) => {
    expect(isAnnotationImplausiblyFast(times, ratedCount, total)).toBe(isFast)
  },
)

test('increasing step times never makes an annotation implausibly fast', () => {
  const times = fc.array(fc.nat(5_000), { minLength: minStepsForSpeedCheck, maxLength: 20 })
  fc.assert(
    fc.property(times, fc.nat(3_000), (steps, more) => {
      const slower = steps.map((ms) => ms + more)
      if (isAnnotationImplausiblyFast(slower, steps.length, 1))
        expect(isAnnotationImplausiblyFast(steps, steps.length, 1)).toBe(true)
      if (more >= minPlausibleStepMs)
        expect(isAnnotationImplausiblyFast(slower, steps.length, 1)).toBe(false)
    }),
    { numRuns: 100 },
  )
})
