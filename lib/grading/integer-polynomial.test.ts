import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { resetComparisonBudget } from './comparison-budget'
import { findRealRoots, multiplyPolynomials, type Polynomial } from './integer-polynomial'

beforeEach(resetComparisonBudget)

const anyRoot = fc.record({
  numerator: fc.bigInt({ min: -10_000n, max: 10_000n }),
  denominator: fc.integer({ min: 1, max: 50 }),
  power: fc.integer({ min: 1, max: 3 }),
})
const anyHugeRoot = fc.record({
  numerator: fc.bigInt({ min: 10n ** 14n, max: 10n ** 18n }),
  denominator: fc.constant(1),
  power: fc.integer({ min: 1, max: 2 }),
})

test('findRealRoots returns each root once, also double and huge ones and those next to factors without roots', () => {
  const anyRoots = fc.tuple(
    fc.array(anyRoot, { maxLength: 4 }),
    fc.array(anyHugeRoot, { maxLength: 1 }),
  )
  fc.assert(
    fc.property(anyRoots, fc.integer({ min: 1, max: 9 }), (lists, c) => {
      resetComparisonBudget()
      const list = lists.flat()
      const factors = list.flatMap(({ numerator, denominator, power }) =>
        Array.from({ length: power }, (): Polynomial => [-numerator, BigInt(denominator)]),
      )
      const product = factors.reduce(multiplyPolynomials, [BigInt(c), 0n, 1n])
      const roots = new Set(
        list.map(({ numerator, denominator }) => Number(numerator) / denominator),
      )
      const sortedRoots = [...roots].toSorted((a, b) => a - b)
      const foundRoots = findRealRoots(product)!
        .map(({ value }) => value)
        .toSorted((a, b) => a - b)
      expect(foundRoots).toHaveLength(sortedRoots.length)
      for (const [i, root] of sortedRoots.entries())
        expect(Math.abs(foundRoots[i]! - root)).toBeLessThanOrEqual(1e-15 * Math.abs(root))
    }),
  )
})

test('findRealRoots returns roots that are too large for exact doubles', () => {
  expect(findRealRoots([-(10n ** 17n + 1n), 1n])).toEqual([
    { value: 1e17, exact: { numerator: 10n ** 17n + 1n, denominator: 1n } },
  ])
  expect(findRealRoots([10n ** 30n + 1n, 1n])).toMatchObject([{ value: -1e30 }])
})

test('findRealRoots separates roots that differ by 10^-12', () => {
  const scale = 10n ** 12n
  const [first, second] = findRealRoots(multiplyPolynomials([-scale, scale], [-scale - 1n, scale]))!
  expect([first!.value, second!.value]).toEqual([1, 1 + 1e-12])
})

test('findRealRoots returns exact values of roots that are doubles, and none of others', () => {
  const product = multiplyPolynomials([-5n, 4n], [-2n, 0n, 1n])
  expect(findRealRoots(product)).toEqual([
    { value: expect.closeTo(-Math.SQRT2, 14) as number, exact: null },
    { value: 1.25, exact: { numerator: 5n, denominator: 4n } },
    { value: expect.closeTo(Math.SQRT2, 14) as number, exact: null },
  ])
})
