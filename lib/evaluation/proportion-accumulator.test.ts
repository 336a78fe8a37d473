import { describe, expect, test } from 'vitest'
import { maxBootstrapBlocks } from '@/lib/platform/bootstrap-intervals'
import { createRandomGenerator } from '@/lib/platform/random'
import { ProportionAccumulator } from './proportion-accumulator'

describe('ProportionAccumulator', () => {
  test('does not narrow the interval when solutions are duplicated within problems', () => {
    const draw = createRandomGenerator(3)
    const [single, tenfold] = [new ProportionAccumulator(), new ProportionAccumulator()]
    for (let problem = 0; problem < 100; problem++) {
      const error = Number(draw() < 0.4)
      single.add(`p${problem}`, error, 1)
      for (let copy = 0; copy < 10; copy++) tenfold.add(`p${problem}`, error, 1)
    }
    expect(tenfold.problems).toBe(100)
    const [a, b] = [single.measure()!, tenfold.measure()!]
    expect(b.value).toBeCloseTo(a.value)
    expect(b.low).toBeCloseTo(a.low!, 2)
    expect(b.high).toBeCloseTo(a.high!, 2)
  })

  test('gives the right interval width with more problems than bootstrap blocks', () => {
    const draw = createRandomGenerator(9)
    const accumulator = new ProportionAccumulator()
    const all = 8 * maxBootstrapBlocks
    for (let problem = 0; problem < all; problem++)
      accumulator.add(`p${problem}`, Number(draw() < 0.5), 1)
    const { value, low, high } = accumulator.measure()!
    const halfWidth = 1.96 * Math.sqrt(0.25 / all)
    expect(high! - value).toBeGreaterThan(0.85 * halfWidth)
    expect(high! - value).toBeLessThan(1.15 * halfWidth)
    expect(value - low!).toBeGreaterThan(0.85 * halfWidth)
    expect(value - low!).toBeLessThan(1.15 * halfWidth)
  })

  test('returns null for an empty denominator', () => {
    expect(new ProportionAccumulator().measure()).toBeNull()
  })
})
