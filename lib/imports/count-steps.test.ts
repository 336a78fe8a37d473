import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StepCounter } from './count-steps'

function count(steps: readonly number[]) {
  const counter = new StepCounter()
  for (const each of steps) counter.add(each)
  return counter.summarise()
}

test('few counts have a bar each, those between them too', () => {
  expect(count([2, 4, 4, 5, 0])).toEqual({
    ...{ smallest: 2, median: 4, largest: 5 },
    bars: [
      { from: 2, to: 2, solutions: 1 },
      { from: 3, to: 3, solutions: 0 },
      { from: 4, to: 4, solutions: 2 },
      { from: 5, to: 5, solutions: 1 },
    ],
  })
  expect(count([])).toBeNull()
  expect(count([0])).toBeNull()
})

test('every solution stands in one bar, and the median in the middle', () => {
  const steps = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10_000 })),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(steps, (given) => {
      const { smallest, median, largest, bars } = count(given)!
      const sorted = given.toSorted((a, b) => a - b)
      expect([smallest, largest]).toEqual([sorted[0], sorted.at(-1)])
      expect(median).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
      expect(bars.length).toBeLessThanOrEqual(24)
      for (const [i, { from, to, solutions }] of bars.entries()) {
        expect(from).toBe(i === 0 ? smallest : bars[i - 1]!.to + 1)
        expect(solutions).toBe(given.filter((each) => each >= from && each <= to).length)
      }
      expect(bars.at(-1)!.to).toBeGreaterThanOrEqual(largest)
    }),
  )
})
