import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computePosterior,
  findInterval,
  computeMean,
  findProbabilityLess,
  findProbabilityUnder,
  computeQuantile,
} from './beta'

/** Closed forms: Beta(1, b) is 1 - (1 - x)^b, Beta(a, 1) is x^a, Beta(2, 2) is 3x^2 - 2x^3. */
test.each([
  [1, 1, 0.3, 0.3],
  [1, 6, 0.6, 1 - 0.4 ** 6],
  [6, 1, 0.6, 0.6 ** 6],
  [2, 2, 0.4, 3 * 0.16 - 2 * 0.064],
  // 7 of 10: the binomial chance of 8 or more in 11 at 0.6, 11! / (8! 3!) 0.6^8 0.4^3 + ...
  [
    8,
    4,
    0.6,
    165 * 0.6 ** 8 * 0.4 ** 3 + 55 * 0.6 ** 9 * 0.4 ** 2 + 11 * 0.6 ** 10 * 0.4 + 0.6 ** 11,
  ],
])('computes the probability that Beta(%i, %i) is under %d', (alpha, beta, x, knownCount) => {
  expect(findProbabilityUnder({ alpha, beta }, x)).toBeCloseTo(knownCount, 12)
})

/** Quantiles with closed forms, and the exact interval for 8 of 10 that statistics packages print for Beta(9, 3). */
test('computes intervals that agree with closed forms', () => {
  const prior = findInterval(computePosterior(0, 0))
  expect(prior.low).toBeCloseTo(0.025, 12)
  expect(prior.high).toBeCloseTo(0.975, 12)
  const all = findInterval(computePosterior(5, 5))
  expect(all.low).toBeCloseTo(0.025 ** (1 / 6), 12)
  expect(all.high).toBeCloseTo(0.975 ** (1 / 6), 12)
  const none = findInterval(computePosterior(0, 9))
  expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 10), 12)
  const eightOfTen = findInterval(computePosterior(8, 10))
  expect(eightOfTen.low).toBeCloseTo(0.4822, 4)
  expect(eightOfTen.high).toBeCloseTo(0.9398, 4)
})

test('computes the probability that one share is under another', () => {
  expect(findProbabilityLess({ alpha: 3, beta: 5 }, { alpha: 3, beta: 5 })).toBeCloseTo(0.5, 12)
  // Against a uniform share, the probability is the mean of the other.
  expect(findProbabilityLess({ alpha: 1, beta: 1 }, { alpha: 3, beta: 1 })).toBeCloseTo(0.75, 12)
  expect(findProbabilityLess({ alpha: 4, beta: 2 }, { alpha: 1, beta: 1 })).toBeCloseTo(1 / 3, 12)
})

const counts = fc.integer({ min: 0, max: 400 })
const shares = fc.double({ min: 0.001, max: 0.999, noNaN: true })

test('swapping hits and misses mirrors the distribution, and quantiles invert probabilities', () => {
  fc.assert(
    fc.property(counts, counts, shares, (hits, misses, x) => {
      const [one, other] = [
        computePosterior(hits, hits + misses),
        computePosterior(misses, hits + misses),
      ]
      const under = findProbabilityUnder(one, x)
      expect(under + findProbabilityUnder(other, 1 - x)).toBeCloseTo(1, 9)
      expect(findProbabilityUnder(one, computeQuantile(one, x))).toBeCloseTo(x, 6)
      const { low, high } = findInterval(one)
      expect(low).toBeLessThan(computeMean(one))
      expect(computeMean(one)).toBeLessThan(high)
    }),
    { numRuns: 60 },
  )
})

test('the probabilities that one share is less and greater than another add up to 1', () => {
  fc.assert(
    fc.property(counts, counts, counts, counts, (a, b, c, d) => {
      const [one, other] = [computePosterior(a, a + b), computePosterior(c, c + d)]
      expect(findProbabilityLess(one, other) + findProbabilityLess(other, one)).toBeCloseTo(1, 8)
    }),
    { numRuns: 60 },
  )
})
