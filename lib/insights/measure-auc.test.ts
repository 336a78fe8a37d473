import { expect, test } from 'vitest'
import { makeDraws } from '@/lib/platform/draws'
import { measureAuc, type Ranked } from './measure-auc'

/** So many outcomes of so many problems, the higher the likelier right; of ten scores in all. */
function makeRanked(count: number, blocks: number): Ranked {
  const draw = makeDraws(8)
  const numbers = Array.from({ length: count }, (_, i) => i)
  return {
    rights: Uint8Array.from(numbers, (i) => Number(draw() < i / count)),
    blocks: Uint16Array.from(numbers, () => Math.floor(draw() * blocks)),
    isTied: Uint8Array.from(numbers, (i) => Number(i % (count / 10) !== 0)),
  }
}

test('the linear part gives the interval that ranking anew gives', () => {
  const ranked = makeRanked(3_000, 200)
  const [exact, linear] = [measureAuc(ranked, 200)!, measureAuc(ranked, 200, 0)!]
  expect(linear.value).toBe(exact.value)
  const width = exact.high! - exact.low!
  expect(Math.abs(linear.low! - exact.low!)).toBeLessThan(0.05 * width)
  expect(Math.abs(linear.high! - exact.high!)).toBeLessThan(0.05 * width)
})

test('all right, or none, is nothing to tell apart, however many', () => {
  const { rights, ...ranked } = makeRanked(50, 5)
  for (const most of [0, 50])
    for (const right of [0, 1])
      expect(measureAuc({ ...ranked, rights: rights.fill(right) }, 5, most)).toBeNull()
})
