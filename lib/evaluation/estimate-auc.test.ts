import { expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import { estimateAuc, type OutcomesSortedByScore } from './estimate-auc'

/** Outcomes with ten distinct scores; higher scores are more often positive. */
function makeRanked(count: number, blocks: number): OutcomesSortedByScore {
  const draw = createRandomGenerator(8)
  const numbers = Array.from({ length: count }, (_, i) => i)
  return {
    labels: Uint8Array.from(numbers, (i) => Number(draw() < i / count)),
    blocks: Uint16Array.from(numbers, () => Math.floor(draw() * blocks)),
    isTied: Uint8Array.from(numbers, (i) => Number(i % (count / 10) !== 0)),
  }
}

test('the AUC interval of the fast method for large data nearly equals that of exact ranking', () => {
  const ranked = makeRanked(3_000, 200)
  const [exact, linear] = [estimateAuc(ranked, 200)!, estimateAuc(ranked, 200, 0)!]
  expect(linear.value).toBe(exact.value)
  const width = exact.high! - exact.low!
  expect(Math.abs(linear.low! - exact.low!)).toBeLessThan(0.05 * width)
  expect(Math.abs(linear.high! - exact.high!)).toBeLessThan(0.05 * width)
})

test('the AUC is null if all outcomes are equal', () => {
  const { labels, ...ranked } = makeRanked(50, 5)
  for (const maxRankedOutcomes of [0, 50])
    for (const label of [0, 1])
      expect(
        estimateAuc({ ...ranked, labels: labels.fill(label) }, 5, maxRankedOutcomes),
      ).toBeNull()
})
