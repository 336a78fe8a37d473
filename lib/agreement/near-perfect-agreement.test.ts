import { describe, expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { AgreementAccumulator } from './agreement-accumulator'
import { widenIntervalOfNearPerfectAgreement } from './near-perfect-agreement'
import { makeAnnotationsByLabeler, simulateRatings } from './testing/simulated-raters'

const names = [
  ...(['anyErrorKappa', 'alphaError', 'alphaNominal', 'alphaOrdinal'] as const),
  ...(['fleissKappa', 'gwetAc1', 'gwetAc2'] as const),
]
const hazard = 0.12
const neutral = 0.2

/** Two annotators who agree on a solution, unless the second one rates at random. */
function simulate(solutions: number, chance: number, draw: () => number) {
  const accumulator = new AgreementAccumulator()
  for (let i = 0; i < solutions; i++) {
    const rate = () => simulateRatings(draw, { steps: 5, hazard, neutral, stops: false })
    const first = rate()
    const second = draw() < chance ? rate() : first
    const annotations = makeAnnotationsByLabeler(['a', 'b'], (name) =>
      name === 'a' ? first : second,
    )
    accumulator.add({ problem: `p${i}`, annotations })
  }
  return accumulator.measure({ resamples: 200 })
}

/** 1 minus the share rated at random, except for Gwet's coefficients, which compute chance agreement differently. */
function computeTruth(name: (typeof names)[number], chance: number): number {
  if (name !== 'gwetAc1' && name !== 'gwetAc2') return 1 - chance
  const shares = [hazard, neutral, 1 - hazard - neutral]
  const weights =
    name === 'gwetAc1' ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : [1, 2 / 3, 0, 2 / 3, 1, 2 / 3, 0, 2 / 3, 1]
  const expectedDisagreement = weights.reduce(
    (sum, weight, i) => sum + (1 - weight) * shares[Math.floor(i / 3)]! * shares[i % 3]!,
    0,
  )
  const spread = shares.reduce((sum, share) => sum + share * (1 - share), 0)
  const gwetExpectedDisagreement =
    1 - (weights.reduce((sum, weight) => sum + weight, 0) * spread) / 6
  return 1 - (chance * expectedDisagreement) / gwetExpectedDisagreement
}

describe(
  'intervals of coefficients for annotators who almost always agree',
  { timeout: 600_000 },
  () => {
    const simulations = isFullTestRun ? 2_000 : 100
    const tolerance = isFullTestRun ? 0 : 4 * Math.sqrt((0.95 * 0.05) / simulations)

    test.each([
      [20, 0.02],
      [20, 0.1],
      [50, 0.02],
      [50, 0.1],
    ])(
      'contain the true value often enough (%s solutions, a share of %s rated at random)',
      async (solutions, chance) => {
        const draw = createRandomGenerator(solutions * 100 + chance * 1000)
        const covered = new Map(names.map((name) => [name, 0]))
        let narrowest = Infinity
        for (let i = 0; i < simulations; i++) {
          const { measures } = await simulate(solutions, chance, draw)
          for (const name of names) {
            const { low, high } = measures[name]
            const truth = computeTruth(name, chance)
            narrowest = Math.min(narrowest, high! - low!)
            if (low! <= truth && truth <= high!) covered.set(name, covered.get(name)! + 1)
          }
        }
        expect(narrowest).toBeGreaterThan(0)
        for (const [name, count] of covered)
          expect(count / simulations, name).toBeGreaterThan(0.93 - tolerance)
      },
    )
  },
)

const allAgree = { hits: Array(20).fill(1) as number[], trials: Array(20).fill(1) as number[] }
const makeCountsWithDisagreements = (count: number) => ({
  ...allAgree,
  hits: allAgree.hits.map((hit, i) => (i < count ? 0 : hit)),
})

test('without any disagreement, the lower bound of a coefficient is the chance-corrected lower bound of the observed agreement', () => {
  const widened = widenIntervalOfNearPerfectAgreement({ value: 1, low: 1, high: 1 }, allAgree, 0.5)!
  // Of 20 solutions, at most 17% disagree.
  expect(widened.low).toBeCloseTo(1 - (1 - 0.025 ** (1 / 20)) / 0.5, 6)
  expect(widened.high).toBe(1)
  const withoutChanceDisagreement = widenIntervalOfNearPerfectAgreement(
    { value: 1, low: 1, high: 1 },
    allAgree,
    0,
  )
  expect(withoutChanceDisagreement).toEqual({ value: 1, low: null, high: null })
})

test('widening never narrows an interval, and leaves it unchanged if there are many disagreements', () => {
  const narrow = { value: 0.9, low: 0.88, high: 0.91 }
  const widened = widenIntervalOfNearPerfectAgreement(narrow, makeCountsWithDisagreements(1), 0.5)!
  expect(widened.low).toBeLessThan(0.7)
  expect(widened.high).toBeGreaterThan(0.95)
  const wide = { value: 0.9, low: -0.5, high: 1 }
  expect(widenIntervalOfNearPerfectAgreement(wide, makeCountsWithDisagreements(1), 0.5)).toEqual(
    wide,
  )
  expect(widenIntervalOfNearPerfectAgreement(narrow, makeCountsWithDisagreements(10), 0.5)).toBe(
    narrow,
  )
})
