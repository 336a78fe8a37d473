import { expect, test } from 'vitest'
import { drawPoissonWeight, hashToInt32 } from './poisson-weights'

test('weights of a Poisson bootstrap have mean and variance 1, and differ by block and by sample', () => {
  const blocks = Array.from({ length: 200 }, (_, i) => hashToInt32(`problem ${i}`))
  const weights = blocks.flatMap((block) =>
    Array.from({ length: 200 }, (_, sample) => drawPoissonWeight(block, sample)),
  )
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const variance = weights.reduce((sum, weight) => sum + (weight - mean) ** 2, 0) / weights.length
  expect(Math.abs(mean - 1)).toBeLessThan(0.02)
  expect(Math.abs(variance - 1)).toBeLessThan(0.04)
  expect(weights.filter((weight) => weight === 0).length / weights.length).toBeCloseTo(
    1 / Math.E,
    2,
  )
  const totals = blocks.map((_, i) =>
    weights.slice(i * 200, (i + 1) * 200).reduce((sum, weight) => sum + weight, 0),
  )
  expect(new Set(totals).size).toBeGreaterThan(20)
})
