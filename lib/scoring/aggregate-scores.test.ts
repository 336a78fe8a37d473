import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ScoresByAggregation, aggregateScores } from './aggregate-scores'
import type { StepScore } from './step-scores'

function aggregate(steps: readonly StepScore[]) {
  const result = aggregateScores(steps)
  if (!result.ok) throw new Error(result.reason)
  return result.scores
}

const probabilities = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b]): StepScore => [a, (1 - a) * b, (1 - a) * (1 - b)])
const stepScores = fc.oneof(probabilities, fc.double({ min: 0, max: 1, noNaN: true }))

describe('aggregateScores', () => {
  test('computes the product with neutral as positive, like the paper, or as negative', () => {
    const scores = aggregate([
      [0.25, 0.25, 0.5],
      [0.5, 0.125, 0.375],
      [0, 0.5, 0.5],
    ])
    expect(scores.positive).toEqual({
      product: 0.75 * 0.5 * 1,
      minimum: 0.5,
      geometricMean: Math.exp(Math.log(0.375) / 3),
      last: 1,
    })
    expect(scores.negative.product).toBe(0.5 * 0.375 * 0.5)
    expect(scores.negative.minimum).toBe(0.375)
    expect(scores.negative.last).toBe(0.5)
    expect(scores.lowestStep).toBe(1)
  })

  test('gives the same scores for both neutral treatments if P(0) is missing', () => {
    const { positive, negative, lowestStep } = aggregate([0.9, 0.2, 0.2, 0.8])
    expect(positive).toEqual(negative)
    expect(positive.product).toBe(0.9 * 0.2 * 0.2 * 0.8)
    expect(lowestStep).toBe(1)
  })

  test('multiplies the scores in step order as doubles, like prm_score', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (steps) => {
          expect(aggregate(steps).positive.product).toBe(steps.reduce((a, b) => a * b, 1))
        },
      ),
    )
  })

  test('orders products of 1,000 low scores that would underflow to 0', () => {
    const products = [0.41, 0.4, 0.3999, 0.1, 0.0001].map(
      (score) => aggregate(Array.from({ length: 1000 }, () => score)).positive.product,
    )
    expect(products).toEqual(products.toSorted((a, b) => b - a))
    expect(new Set(products).size).toBe(products.length)
    expect(products.at(-1)).toBeGreaterThan(0)
    const product = aggregate(Array.from({ length: 1000 }, () => 0.4)).positive.product
    const productOfMore = aggregate(Array.from({ length: 1001 }, () => 0.4)).positive.product
    expect(productOfMore).toBeLessThan(product)
  })

  test('keeps the product strictly decreasing where the replacement for tiny products begins', () => {
    const aggregateAt = (exponent: number) => aggregate([1e-150, 10 ** -exponent]).positive.product
    expect(aggregateAt(149)).toBeGreaterThan(aggregateAt(150))
    expect(aggregateAt(150)).toBeGreaterThan(aggregateAt(150.5))
    expect(aggregateAt(150.5)).toBeGreaterThan(aggregateAt(151))
  })

  test('gives 0 for all aggregations except "last" if an error is certain', () => {
    const zero = { product: 0, minimum: 0, geometricMean: 0 }
    expect(aggregate([1, [1, 0, 0], 0.5]).positive).toEqual({ ...zero, last: 0.5 })
  })

  test('gives product ≤ minimum ≤ geometric mean, for any scores', () => {
    fc.assert(
      fc.property(fc.array(stepScores, { minLength: 1, maxLength: 200 }), (steps) => {
        const { positive, negative, lowestStep } = aggregate(steps)
        const slack = 1e-12
        for (const scores of [positive, negative] satisfies ScoresByAggregation[]) {
          expect(scores.product).toBeGreaterThanOrEqual(0)
          expect(scores.product).toBeLessThanOrEqual(Math.max(scores.minimum, 1e-300) + slack)
          expect(scores.minimum).toBeLessThanOrEqual(scores.geometricMean + slack)
          expect(scores.minimum).toBeLessThanOrEqual(scores.last)
          expect(scores.geometricMean).toBeLessThanOrEqual(1 + slack)
        }
        expect(negative.product).toBeLessThanOrEqual(positive.product + slack)
        expect(aggregate([steps[lowestStep]!]).positive.last).toBe(positive.minimum)
      }),
    )
  })

  test.each([
    [[], 'There are no step scores.'],
    [[0.5, Number.NaN], 'Step 2: a score is not a finite number.'],
    [[Infinity], 'Step 1: a score is not a finite number.'],
    [[0.5, 1.5], 'Step 2: a score is not between 0 and 1.'],
    [[[-0.1, 0.6, 0.5]], 'Step 1: a score is not between 0 and 1.'],
    [[[0.1, 0.1, 0.1]], 'Step 1: the three probabilities sum to 0.300 instead of 1.'],
  ] as [StepScore[], string][])('rejects %j: %s', (steps, reason) => {
    expect(aggregateScores(steps)).toEqual({ ok: false, reason })
  })

  test('accepts rounded probabilities whose sum is not exactly 1', () => {
    expect(aggregate([[0.333, 0.333, 0.333]]).positive.last).toBeCloseTo(0.666)
    expect(aggregate([[0, 0.502, 0.502]]).positive.product).toBe(1)
  })
})
