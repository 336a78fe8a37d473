import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import { ScoredOutcomeAccumulator } from './scored-outcomes'

type Outcome = readonly [score: number, isCorrect: boolean]

function measure(outcomes: readonly Outcome[], perProblem = 1) {
  const scoredOutcomes = new ScoredOutcomeAccumulator()
  for (const [i, [score, isCorrect]] of outcomes.entries())
    scoredOutcomes.add(`p${Math.floor(i / perProblem)}`, score, isCorrect)
  return scoredOutcomes.measure()
}

/** Compares all pairs of a correct and a wrong outcome. */
function aucByPairs(outcomes: readonly Outcome[]): number | null {
  const right = outcomes.filter(([, isCorrect]) => isCorrect)
  const wrong = outcomes.filter(([, isCorrect]) => !isCorrect)
  let wins = 0
  for (const [a] of right) for (const [b] of wrong) wins += a > b ? 1 : a === b ? 0.5 : 0
  return right.length * wrong.length === 0 ? null : wins / (right.length * wrong.length)
}

const outcome = fc.tuple(
  fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  fc.boolean(),
)

describe('the AUC of scored outcomes', () => {
  test('equals the share of pairs that the scores order correctly', () => {
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (outcomes, perProblem) => {
          const { auc } = measure(outcomes, perProblem)
          const expected = aucByPairs(outcomes)
          if (expected === null) expect(auc).toBeNull()
          else expect(auc!.value).toBeCloseTo(expected, 10)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('depends only on the order of the scores', () => {
    const outcomes: Outcome[] = [
      [-1e300, false],
      [1e300, true],
      [-7, true],
      [3, false],
    ]
    expect(measure(outcomes).auc!.value).toBe(aucByPairs(outcomes))
    expect(measure(outcomes).error).toBeNull()
    expect(measure(outcomes).bins.map(({ count }) => count)).toEqual([1, 2, 1])
  })

  test('is correct for more outcomes than the initial buffer can hold', () => {
    const draw = createRandomGenerator(2)
    const outcomes = Array.from({ length: 3_000 }, (): Outcome => {
      const score = draw()
      return [score, draw() < score]
    })
    const { auc, bins } = measure(outcomes, 3)
    expect(auc!.value).toBeCloseTo(aucByPairs(outcomes)!, 10)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(3_000)
  })
})

describe('the calibration error', () => {
  test('is near 0 for well-calibrated scores', () => {
    const draw = createRandomGenerator(4)
    const outcomes = Array.from({ length: 20_000 }, (): Outcome => {
      const score = draw()
      return [score, draw() < score]
    })
    const { error, bins } = measure(outcomes, 4)
    expect(error!.value).toBeLessThan(0.015)
    for (const { predicted, observed, from, to } of bins) {
      expect(predicted).toBeGreaterThanOrEqual(from)
      expect(predicted).toBeLessThanOrEqual(to)
      expect(observed.high! + 0.02).toBeGreaterThan(predicted)
      expect(observed.low! - 0.02).toBeLessThan(predicted)
    }
  })

  test('is 0.5 for a scorer that is always certain and correct half of the time', () => {
    const outcomes = Array.from({ length: 100 }, (_, i): Outcome => [1, i % 2 === 0])
    const { error, bins, auc } = measure(outcomes)
    expect(error!.value).toBe(0.5)
    expect(auc!.value).toBe(0.5)
    expect(bins).toMatchObject([{ to: 1, count: 100, predicted: 1, observed: { value: 0.5 } }])
    expect(bins[0]?.from).toBeCloseTo(0.9)
  })

  test('weights bins by their number of outcomes', () => {
    const { error } = measure([
      [0.1, false],
      [0.1, false],
      [0.1, true],
      [0.8, true],
    ])
    // Three outcomes at 0.1, one of them correct, and a correct one at 0.8.
    expect(error!.value).toBeCloseTo((3 * (1 / 3 - 0.1) + 1 * 0.2) / 4)
  })

  test('is null and has no bins if there are no scores', () => {
    expect(new ScoredOutcomeAccumulator().measure()).toEqual({ auc: null, error: null, bins: [] })
  })
})
