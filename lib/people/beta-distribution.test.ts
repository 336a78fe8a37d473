import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeSharePosterior,
  computeCredibleInterval,
  computePosteriorMean,
  computeProbabilityOfSmallerShare,
  computeProbabilityBelow,
  computePosteriorQuantile,
} from './beta-distribution'

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
])(
  'the probability that a Beta(%i, %i) variable is below %d equals the exact value',
  (alpha, beta, x, knownCount) => {
    expect(computeProbabilityBelow({ alpha, beta }, x)).toBeCloseTo(knownCount, 12)
  },
)

/** Quantiles with closed forms, and the exact interval for 8 of 10 that statistics packages print for Beta(9, 3). */
test('credible intervals match closed-form values', () => {
  const prior = computeCredibleInterval(computeSharePosterior(0, 0))
  expect(prior.low).toBeCloseTo(0.025, 12)
  expect(prior.high).toBeCloseTo(0.975, 12)
  const all = computeCredibleInterval(computeSharePosterior(5, 5))
  expect(all.low).toBeCloseTo(0.025 ** (1 / 6), 12)
  expect(all.high).toBeCloseTo(0.975 ** (1 / 6), 12)
  const zeroInterval = computeCredibleInterval(computeSharePosterior(0, 9))
  expect(zeroInterval.high).toBeCloseTo(1 - 0.025 ** (1 / 10), 12)
  const eightOfTen = computeCredibleInterval(computeSharePosterior(8, 10))
  expect(eightOfTen.low).toBeCloseTo(0.4822, 4)
  expect(eightOfTen.high).toBeCloseTo(0.9398, 4)
})

test('the probability that one share is smaller than another equals the exact value', () => {
  expect(
    computeProbabilityOfSmallerShare({ alpha: 3, beta: 5 }, { alpha: 3, beta: 5 }),
  ).toBeCloseTo(0.5, 12)
  // Against a uniform share, the probability is the mean of the other.
  expect(
    computeProbabilityOfSmallerShare({ alpha: 1, beta: 1 }, { alpha: 3, beta: 1 }),
  ).toBeCloseTo(0.75, 12)
  expect(
    computeProbabilityOfSmallerShare({ alpha: 4, beta: 2 }, { alpha: 1, beta: 1 }),
  ).toBeCloseTo(1 / 3, 12)
})

const counts = fc.integer({ min: 0, max: 400 })
const shares = fc.double({ min: 0.001, max: 0.999, noNaN: true })

test('swapping hits and misses mirrors a Beta distribution, and its quantiles invert its probabilities', () => {
  fc.assert(
    fc.property(counts, counts, shares, (hits, misses, x) => {
      const [first, second] = [
        computeSharePosterior(hits, hits + misses),
        computeSharePosterior(misses, hits + misses),
      ]
      const probabilityBelowX = computeProbabilityBelow(first, x)
      expect(probabilityBelowX + computeProbabilityBelow(second, 1 - x)).toBeCloseTo(1, 9)
      expect(computeProbabilityBelow(first, computePosteriorQuantile(first, x))).toBeCloseTo(x, 6)
      const { low, high } = computeCredibleInterval(first)
      expect(low).toBeLessThan(computePosteriorMean(first))
      expect(computePosteriorMean(first)).toBeLessThan(high)
    }),
    { numRuns: 60 },
  )
})

test('for two shares, P(a < b) and P(a > b) add up to 1', () => {
  fc.assert(
    fc.property(counts, counts, counts, counts, (a, b, c, d) => {
      const [first, second] = [computeSharePosterior(a, a + b), computeSharePosterior(c, c + d)]
      expect(
        computeProbabilityOfSmallerShare(first, second) +
          computeProbabilityOfSmallerShare(second, first),
      ).toBeCloseTo(1, 8)
    }),
    { numRuns: 60 },
  )
})
