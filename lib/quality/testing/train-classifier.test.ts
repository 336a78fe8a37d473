import { expect, test } from 'vitest'
import { makeDraws } from '@/lib/platform/draws'
import { computeAuc, listFields, trainClassifier } from './train-classifier'

test.each([
  [[1, 2, 3, 4], [false, false, true, true], 1],
  [[4, 3, 2, 1], [false, false, true, true], 0],
  [[1, 1, 1, 1], [false, false, true, true], 0.5],
  [[1, 2, 2, 3], [false, false, true, true], 0.875],
])('of %j and %j the area is %d', (scores, kinds, auc) => {
  expect(computeAuc(scores, kinds)).toBe(auc)
})

test('fields are listed by their paths', () => {
  expect([...listFields({ a: [{ b: true }], c: null, d: 'x' })]).toEqual([
    ['/a count', 1],
    ['/a/0/b', 1],
    ['/c is nothing', 1],
    ['/d', 'x'],
  ])
})

const draw = makeDraws(1)
const samples = (shift: number) =>
  Array.from({ length: 600 }, () => {
    const isOfKind = draw() < 0.5
    const observation = { one: draw() + (isOfKind ? shift : 0), two: draw(), three: draw() < 0.5 }
    return { isOfKind, observation }
  })

test('what says nothing is told by chance, and a small difference is found', () => {
  expect(Math.abs(trainClassifier(samples(0)).auc - 0.5)).toBeLessThan(0.1)
  const result = trainClassifier(samples(0.3))
  expect(result.auc).toBeGreaterThan(0.65)
  expect(result.fields[0]?.name).toBe('/one')
})
