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

test('the interval of a perfect AUC has a width that shrinks with the number of problems', () => {
  const makePerfect = (perClass: number, blocks: number): OutcomesSortedByScore => {
    const ranks = Array.from({ length: 2 * perClass }, (_, i) => i)
    return {
      labels: Uint8Array.from(ranks, (rank) => Number(rank >= perClass)),
      blocks: Uint16Array.from(ranks, (rank) => rank % blocks),
      isTied: new Uint8Array(ranks.length),
    }
  }
  for (const maxRankedOutcomes of [0, 1_000]) {
    const [aucOfFewBlocks, aucOfManyBlocks] = [5, 50].map((blocks) =>
      estimateAuc(makePerfect(100, blocks), blocks, maxRankedOutcomes)!,
    )
    // Clopper and Pearson's bound for 5 of 5 and 50 of 50.
    expect(aucOfFewBlocks).toMatchObject({
      value: 1,
      low: expect.closeTo(0.025 ** (1 / 5), 9) as number,
      high: 1,
    })
    expect(aucOfManyBlocks!.low).toBeCloseTo(0.025 ** (1 / 50), 9)
  }
  const { labels, ...ranked } = makePerfect(100, 5)
  const reversed = estimateAuc({ ...ranked, labels: labels.map((label) => 1 - label) }, 5)!
  expect(reversed).toMatchObject({ value: 0, low: 0 })
  expect(reversed.high).toBeCloseTo(1 - 0.025 ** (1 / 5), 9)
})

test('an AUC interval contains a true AUC of 0.95 in more than 90% of simulated samples', () => {
  const draw = createRandomGenerator(4)
  const [samples, pairs] = [400, 20]
  let coveredCount = 0
  for (let sample = 0; sample < samples; sample++) {
    // One positive and one negative outcome for each problem; a pair is in order with probability 0.95.
    const outcomes = Array.from({ length: pairs }, (_, block) => {
      const isInOrder = draw() < 0.95
      return [
        { block, label: 0, score: isInOrder ? draw() : 2 + draw() },
        { block, label: 1, score: 1 + draw() },
      ]
    })
      .flat()
      .toSorted((a, b) => a.score - b.score)
    const interval = estimateAuc(
      {
        labels: Uint8Array.from(outcomes, ({ label }) => label),
        blocks: Uint16Array.from(outcomes, ({ block }) => block),
        isTied: new Uint8Array(outcomes.length),
      },
      pairs,
    )!
    coveredCount += Number(interval.low! <= 0.95 && interval.high! >= 0.95)
  }
  expect(coveredCount / samples).toBeGreaterThan(0.9)
})
