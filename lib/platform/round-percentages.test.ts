import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundPercentages } from './round-percentages'

test.each([
  [
    [1, 7],
    [13, 87],
  ],
  [
    [7, 1],
    [88, 12],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [5, 995],
    [1, 99],
  ],
  [
    [996, 4, 0],
    [99, 1, 0],
  ],
  [
    [29, 71, 0],
    [29, 71, 0],
  ],
  [
    [0.3, 0.1],
    [75, 25],
  ],
  [[4], [100]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('of %j, the percentages are %j', (counts, percentages) => {
  expect(roundPercentages(counts)).toEqual(percentages)
})

test('the percentages add up to 100, and differ from the exact ones by less than 1', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total > 0)
      const percentages = roundPercentages(counts)
      expect(percentages.reduce((sum, percentage) => sum + percentage, 0)).toBe(100)
      for (const [i, percentage] of percentages.entries())
        expect(Math.abs(percentage - (counts[i]! * 100) / total)).toBeLessThan(1)
    }),
  )
})
