import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StepCountDistribution } from './step-count-distribution'

function count(steps: readonly number[]) {
  const counter = new StepCountDistribution()
  for (const each of steps) counter.add(each)
  return counter.summarise()
}

test('counts solutions with one bin per step count if there are few different step counts', () => {
  expect(count([2, 4, 4, 5, 0])).toEqual({
    min: 2,
    median: 4,
    max: 5,
    bins: [
      { from: 2, to: 2, solutions: 1 },
      { from: 3, to: 3, solutions: 0 },
      { from: 4, to: 4, solutions: 2 },
      { from: 5, to: 5, solutions: 1 },
    ],
  })
  expect(count([])).toBeNull()
  expect(count([0])).toBeNull()
})

test('counts each solution in exactly one bin of step counts', () => {
  const steps = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10_000 })),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(steps, (stepCounts) => {
      const { min, median, max, bins } = count(stepCounts)!
      const sorted = stepCounts.toSorted((a, b) => a - b)
      expect([min, max]).toEqual([sorted[0], sorted.at(-1)])
      expect(median).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
      expect(bins.length).toBeLessThanOrEqual(24)
      for (const [i, { from, to, solutions }] of bins.entries()) {
        expect(from).toBe(i === 0 ? min : bins[i - 1]!.to + 1)
        expect(solutions).toBe(stepCounts.filter((each) => each >= from && each <= to).length)
      }
      expect(bins.at(-1)!.to).toBeGreaterThanOrEqual(max)
    }),
  )
})
