import { expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import { summariseGoldAnswers } from './summarise-gold-answers'

/** Simulates answers with this error rate: an adjacent step, another step, or a missed error. */
function simulateAnswers(rate: number, count: number, draw: () => number) {
  return Array.from({ length: count }, () => {
    const wrong = [2, 0, null][Math.floor(draw() * 3)] ?? null
    return { firstErrors: [3], answer: draw() < rate ? wrong : 3, isCounted: true }
  })
}

test.each([0.05, 0.2, 0.45])(
  'the interval of exact answers contains the true share for over 92% of simulated annotators with error rate %d',
  (rate) => {
    const draw = createRandomGenerator(8)
    const people = 600
    let coveredCount = 0
    for (let i = 0; i < people; i += 1) {
      const { posterior } = summariseGoldAnswers(simulateAnswers(rate, 60, draw), null)
      if (posterior.low <= 1 - rate && 1 - rate <= posterior.high) coveredCount += 1
    }
    // 95%, minus three standard errors and the granularity of 60 answers.
    expect(coveredCount / people).toBeGreaterThan(0.92)
  },
)

test('summariseGoldAnswers counts answers by score, and separately those since the last pause', () => {
  const record = summariseGoldAnswers(
    [
      { firstErrors: [1], answer: 1, isCounted: false },
      { firstErrors: [1], answer: 2, isCounted: true },
      { firstErrors: [], answer: 2, isCounted: true },
      { firstErrors: [], answer: null, isCounted: true },
    ],
    0.6,
  )
  expect(record).toMatchObject({
    answers: 4,
    exact: 2,
    near: 1,
    verdict: 0,
    missed: 0,
    falseAlarm: 1,
    counted: { answers: 3, exact: 1 },
    // Beta(2, 3) under 0.6: 6 * 0.36 - 8 * 0.216 + 3 * 0.1296.
    underProbability: expect.closeTo(6 * 0.36 - 8 * 0.216 + 3 * 0.1296, 12) as number,
    posterior: { mean: 0.5 },
  })
})
