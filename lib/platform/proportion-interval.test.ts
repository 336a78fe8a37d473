import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeBetaQuantile } from './beta-quantile'
import { computeProportionInterval } from './proportion-interval'
import { createRandomGenerator } from './random'
import { isFullTestRun } from './testing/report-figures'

const ofSolutions = (hits: number, count: number) => ({
  hits: Array.from({ length: count }, (_, i) => Number(i < hits)),
  trials: Array.from({ length: count }, () => 1),
})

/** From scipy.stats 1.17: binomtest(hits, n).proportion_ci(method="exact"). */
test.each([
  [0, 30, 0, 0.1157033082],
  [30, 30, 0.8842966918, 1],
  [5, 20, 0.0865714691, 0.4910458717],
  [1, 2, 0.0125791171, 0.9874208829],
])(
  'the interval of a proportion contains the exact interval of %d of %d problems',
  (hits, count, low, high) => {
    const interval = computeProportionInterval(ofSolutions(hits, count))!
    expect(interval.value).toBe(hits / count)
    expect(interval.low).toBeLessThanOrEqual(low + 1e-9)
    expect(interval.high).toBeGreaterThanOrEqual(high - 1e-9)
    if (hits === 0 || hits === count || count === 20) {
      expect(interval.low).toBeCloseTo(low, 1)
      expect(interval.high).toBeCloseTo(high, 1)
    }
  },
)

test('the interval of a proportion matches the definition computed with scipy for ten problems of three solutions', () => {
  const hits = [3, 1, 2, 0, 3, 3, 2, 1, 3, 2]
  const { low, high } = computeProportionInterval({ hits, trials: hits.map(() => 3) })!
  expect(low).toBeCloseTo(0.380911459, 8)
  expect(high).toBeCloseTo(0.883388632, 8)
})

test('the interval of a proportion does not narrow for copies within a problem', () => {
  const proportion = ofSolutions(12, 40)
  const tenfold = {
    hits: proportion.hits.map((hit) => 10 * hit),
    trials: proportion.trials.map(() => 10),
  }
  const [a, b] = [computeProportionInterval(proportion)!, computeProportionInterval(tenfold)!]
  expect(b.high! - b.low!).toBeGreaterThan(0.95 * (a.high! - a.low!))
})

test('the interval of a proportion does not count weights as observations', () => {
  const weighted = { ...ofSolutions(0, 30), trials: Array.from({ length: 30 }, () => 100) }
  expect(computeProportionInterval({ ...weighted, observations: 30 })!.high).toBeCloseTo(0.1157, 4)
})

test('a proportion has no interval for a single problem or without trials', () => {
  expect(computeProportionInterval({ hits: [3, 0], trials: [4, 0] })).toEqual({
    value: 0.75,
    low: null,
    high: null,
  })
  expect(computeProportionInterval({ hits: [0], trials: [0] })).toBeNull()
})

test('the interval of a proportion contains the value, stays within 0 and 1, and has a width', () => {
  const block = fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
    .map(([a, b]) => ({ hits: Math.min(a, b), trials: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.array(block, { minLength: 2, maxLength: 40 }), (blocks) => {
      const interval = computeProportionInterval({
        hits: blocks.map(({ hits }) => hits),
        trials: blocks.map(({ trials }) => trials),
      })
      if (interval === null || interval.low === null || interval.high === null) return
      expect(interval.low).toBeGreaterThanOrEqual(0)
      expect(interval.low).toBeLessThanOrEqual(interval.value)
      expect(interval.high).toBeGreaterThanOrEqual(interval.value)
      expect(interval.high).toBeLessThanOrEqual(1)
      expect(interval.high - interval.low).toBeGreaterThan(0)
    }),
  )
})

/** docs/agreement.md#confidence-intervals has the figures of 5,000 simulations, with 0.93 and 1.25 as bounds. */
describe('an interval of simulated samples covers the true rate and is not too wide', () => {
  const simulations = isFullTestRun ? 5_000 : 120
  /** Four standard errors of a coverage of 0.96. */
  const tolerance = isFullTestRun ? 0 : 4 * Math.sqrt((0.96 * 0.04) / simulations)

  for (const solutions of [20, 50, 200])
    for (const [perProblem, correlation] of [
      [1, 0],
      [3, 0],
      [3, 0.3],
    ] as const)
      test.each([0.5, 0.8, 0.95, 0.99])(
        `${solutions} solutions, ${perProblem} per problem, ICC ${correlation}, truth %d`,
        (trueShare) => {
          const random = createRandomGenerator(solutions * 100 + perProblem * 10 + trueShare)
          const problems = Math.max(10, Math.ceil(solutions / perProblem))
          const trials = Array.from({ length: problems }, () => perProblem)
          const effectiveSize = (problems * perProblem) / (1 + (perProblem - 1) * correlation)
          let [covered, width, exactWidth] = [0, 0, 0]
          for (let i = 0; i < simulations; i++) {
            const hits = trials.map((count) => drawHits(random, { count, trueShare, correlation }))
            const { value, low, high } = computeProportionInterval({ hits, trials })!
            covered += Number(low! <= trueShare && trueShare <= high!)
            width += high! - low!
            exactWidth += measureExactWidth(value, effectiveSize)
          }
          expect(covered / simulations).toBeGreaterThanOrEqual(0.93 - tolerance)
          expect(width / exactWidth).toBeLessThanOrEqual(1.25)
        },
      )
})

/** Hits of a problem whose own rate has a Beta distribution with this correlation between its solutions. */
function drawHits(
  random: () => number,
  { count, trueShare, correlation }: { count: number; trueShare: number; correlation: number },
): number {
  const spread = correlation === 0 ? Infinity : (1 - correlation) / correlation
  const rate =
    correlation === 0
      ? trueShare
      : computeBetaQuantile(random(), trueShare * spread, (1 - trueShare) * spread)
  let hits = 0
  for (let i = 0; i < count; i++) hits += Number(random() < rate)
  return hits
}

function measureExactWidth(value: number, size: number): number {
  const hits = value * size
  const low = hits === 0 ? 0 : computeBetaQuantile(0.025, hits, size - hits + 1)
  const high = hits === size ? 1 : computeBetaQuantile(0.975, hits + 1, size - hits)
  return high - low
}
