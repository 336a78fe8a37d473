import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findParting } from './parting'
import { compared, comparedOf } from './testing/compared'
import { describeWorth, measureWorth, worthMax } from './worth'

const part = (...annotations: Parameters<typeof findParting>[0]) => findParting(annotations, 6)!
const against = part(comparedOf(1, -1), comparedOf(1, 1, 1, 1, 1, 1))
const apart = part(comparedOf(1, 1, 1, -1), comparedOf(1, -1))
const neutral = part(comparedOf(1, 1, 1, 1, 1, 0), comparedOf(1, 1, 1, 1, 1, 1))

test('an error against none is worth more than two errors apart, and those more than a neutral', () => {
  expect(measureWorth(against, null)).toEqual({
    worth: 72,
    apart: 40,
    score: 0,
    sure: 20,
    early: 12,
  })
  expect(measureWorth(apart, null).apart).toBe(20)
  expect(measureWorth(neutral, null)).toMatchObject({ apart: 0, early: 2 })
})

test('a high score, sure people and an early step are worth more', () => {
  expect(measureWorth(against, 0.9).score).toBe(23)
  expect(measureWorth(against, 7).score).toBe(worthMax.score)
  expect(measureWorth({ ...against, sure: 1 }, null).sure).toBe(10)
  expect(measureWorth({ ...against, firstStep: 0 }, 1).worth).toBe(100)
})

test('why is said in words', () => {
  expect(describeWorth(against, { score: 0.9, highest: 0.9 })).toEqual([
    'one found an error, the other none',
    'highest score of the list',
    'early step',
  ])
  expect(describeWorth(apart, { score: 0.85, highest: 0.9 })).toEqual([
    'both found an error, two steps apart',
    'high score',
    'early step',
  ])
  expect(describeWorth({ ...neutral, sure: 1 }, { score: null, highest: null })).toEqual([
    'neutral against positive',
    'somebody is unsure',
  ])
})

test('property: worth is a whole number from 0 to 100, the sum of its parts', () => {
  const annotations = fc.array(compared(5), { minLength: 2, maxLength: 5 })
  const score = fc.option(fc.double({ min: -1, max: 2, noNaN: true }))
  fc.assert(
    fc.property(annotations, score, (given, value) => {
      const parting = findParting(given, 5)
      fc.pre(parting !== null)
      const { worth, ...parts } = measureWorth(parting, value)
      expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(worth)
      expect(Number.isInteger(worth) && worth >= 0 && worth <= 100).toBe(true)
      expect(describeWorth(parting, { score: value, highest: 2 })).not.toEqual([])
    }),
  )
})
