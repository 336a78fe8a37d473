import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeBootstrapIntervals, computeBootstrapIntervalsInSteps } from './bootstrap-intervals'
import { createRandomGenerator } from './random'

const mean = (values: readonly number[]) => (weights: Uint16Array) => {
  const [sum, all] = values.reduce<[number, number]>(
    ([total, count], value, i) => [total + weights[i]! * value, count + weights[i]!],
    [0, 0],
  )
  return [all === 0 ? null : sum / all]
}

describe('bootstrap intervals', () => {
  test('draw as many blocks as the original sample has', () => {
    const sums = new Set<number>()
    computeBootstrapIntervals(7, (weights) => {
      sums.add(weights.reduce((sum, weight) => sum + weight, 0))
      return [0]
    })
    expect([...sums]).toEqual([7])
  })

  test('match the textbook interval of a mean: 1.96 standard errors', () => {
    const draw = createRandomGenerator(5)
    const values = Array.from({ length: 400 }, () => Number(draw() < 0.3))
    const [interval] = computeBootstrapIntervals(values.length, mean(values))
    const share = values.reduce((a, b) => a + b) / values.length
    const half = 1.96 * Math.sqrt((share * (1 - share)) / values.length)
    expect(interval!.value).toBeCloseTo(share)
    expect(interval!.low).toBeGreaterThan(share - 1.15 * half)
    expect(interval!.low).toBeLessThan(share - 0.85 * half)
    expect(interval!.high).toBeGreaterThan(share + 0.85 * half)
    expect(interval!.high).toBeLessThan(share + 1.15 * half)
  })

  test('contain the true mean about 95% of the time', () => {
    const draw = createRandomGenerator(11)
    let coveredCount = 0
    for (let i = 0; i < 200; i++) {
      const values = Array.from({ length: 60 }, () => draw())
      const [{ low, high } = { low: 1, high: 0 }] = computeBootstrapIntervals(
        60,
        mean(values),
      ).flatMap((interval) => (interval === null ? [] : [interval]))
      coveredCount += Number(low! <= 0.5 && 0.5 <= high!)
    }
    expect(coveredCount).toBeGreaterThanOrEqual(180)
    expect(coveredCount).toBeLessThan(200)
  })

  test('are deterministic and contain the value, but do not exist for a single block', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (values) => {
          const [interval] = computeBootstrapIntervals(values.length, mean(values))
          expect(computeBootstrapIntervals(values.length, mean(values))).toEqual([interval])
          const { value, low, high } = interval!
          if (values.length === 1) expect([low, high]).toEqual([null, null])
          else {
            expect(low).toBeLessThanOrEqual(value)
            expect(high).toBeGreaterThanOrEqual(value)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('are null for a statistic that cannot be computed, without affecting others', () => {
    expect(computeBootstrapIntervals(5, () => [null, 3])).toEqual([
      null,
      { value: 3, low: 3, high: 3 },
    ])
  })

  test('use the requested number of samples, differ by seed, and are the same if computed in steps', () => {
    const draw = createRandomGenerator(2)
    const values = Array.from({ length: 30 }, () => draw())
    const count = (options: object) => {
      let sampleCount = 0
      computeBootstrapIntervals(
        30,
        () => {
          sampleCount += 1
          return [0]
        },
        options,
      )
      return sampleCount - 1
    }
    expect([count({}), count({ resamples: 7 })]).toEqual([1_000, 7])
    const first = computeBootstrapIntervals(30, mean(values), { resamples: 100, seed: 1 })
    expect(computeBootstrapIntervals(30, mean(values), { resamples: 100, seed: 2 })).not.toEqual(
      first,
    )
    const pieces = computeBootstrapIntervalsInSteps(30, mean(values), { resamples: 100 })
    let pauses = 0
    let next = pieces.next()
    for (; next.done !== true; next = pieces.next()) pauses += 1
    expect(next.value).toEqual(first)
    expect(pauses).toBe(5)
  })
})
