import { expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import {
  computeAuc,
  listFieldsByPath,
  measureDistinguishability,
} from './measure-distinguishability'

test.each([
  [[1, 2, 3, 4], [false, false, true, true], 1],
  [[4, 3, 2, 1], [false, false, true, true], 0],
  [[1, 1, 1, 1], [false, false, true, true], 0.5],
  [[1, 2, 2, 3], [false, false, true, true], 0.875],
])('the AUC of scores %j with labels %j is %d', (scores, labels, auc) => {
  expect(computeAuc(scores, labels)).toBe(auc)
})

test('listFieldsByPath returns each field of an object by its path, and the length of each array', () => {
  expect([...listFieldsByPath({ a: [{ b: true }], c: null, d: 'x' })]).toEqual([
    ['/a count', 1],
    ['/a/0/b', 1],
    ['/c is nothing', 1],
    ['/d', 'x'],
  ])
})

const draw = createRandomGenerator(1)
const samples = (shift: number) =>
  Array.from({ length: 600 }, () => {
    const isPositive = draw() < 0.5
    const observation = { one: draw() + (isPositive ? shift : 0), two: draw(), three: draw() < 0.5 }
    return { isPositive, observation }
  })

test('the classifier has an AUC near 0.5 for two equal groups and above 0.65 for a small difference', () => {
  expect(Math.abs(measureDistinguishability(samples(0)).auc - 0.5)).toBeLessThan(0.1)
  const result = measureDistinguishability(samples(0.3))
  expect(result.auc).toBeGreaterThan(0.65)
  expect(result.fields[0]?.name).toBe('/one')
})
