import { expect, it } from 'vitest'
import { addCountSample, type CountSample, computeRate } from './compute-rate'

const makeSamples = (...counts: [at: number, count: number][]) =>
  counts.reduce<readonly CountSample[]>(
    (samples, [time, count]) => addCountSample(samples, count, time),
    [],
  )

it('computeRate returns null until a count has increased', () => {
  expect(computeRate([])).toBeNull()
  expect(computeRate(makeSamples([0, 5]))).toBeNull()
  expect(computeRate(makeSamples([0, 5], [1_000, 5]))).toBeNull()
})

it('computeRate measures the rate of the last 15 seconds, not of the complete run', () => {
  expect(computeRate(makeSamples([0, 0], [1_000, 10], [2_000, 20]))).toBe(10)
  expect(computeRate(makeSamples([0, 0], [1_000, 1_000], [60_000, 1_010], [61_000, 1_020]))).toBe(
    10,
  )
})

it('addCountSample discards earlier samples when the count decreases', () => {
  expect(computeRate(makeSamples([0, 0], [1_000, 900], [2_000, 0], [3_000, 7]))).toBe(7)
})
