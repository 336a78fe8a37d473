import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { resetComparisonBudget } from './comparison-budget'
import { findRealRoots, multiplyPolynomials, type Polynomial } from './integer-polynomial'

beforeEach(resetComparisonBudget)

const anyRoot = fc.record({
  numerator: fc.integer({ min: -10_000, max: 10_000 }),
  denominator: fc.integer({ min: 1, max: 50 }),
  power: fc.integer({ min: 1, max: 3 }),
})

test('findRealRoots returns each root once, also double ones and those next to factors without roots', () => {
  fc.assert(
    fc.property(fc.array(anyRoot, { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (list, c) => {
      resetComparisonBudget()
      const factors = list.flatMap(({ numerator, denominator, power }) =>
        Array.from({ length: power }, (): Polynomial => [BigInt(-numerator), BigInt(denominator)]),
      )
      const product = factors.reduce(multiplyPolynomials, [BigInt(c), 0n, 1n])
      const roots = new Set(list.map(({ numerator, denominator }) => numerator / denominator))
      const sortedRoots = [...roots].toSorted((a, b) => a - b)
      expect(findRealRoots(product)?.toSorted((a, b) => a - b)).toEqual(
        sortedRoots.map((root) => expect.closeTo(root, 9) as number),
      )
    }),
  )
})

test('findRealRoots separates roots that differ by 10^-12', () => {
  const scale = 10n ** 12n
  const [first, second] = findRealRoots(multiplyPolynomials([-scale, scale], [-scale - 1n, scale]))!
  expect([first, second]).toEqual([1, 1 + 1e-12])
})
