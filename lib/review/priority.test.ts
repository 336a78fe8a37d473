import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDisagreement } from './disagreement'
import { compared, comparedOf } from './testing/compared'
import { describePriority, computePriority, maxParts } from './priority'

const part = (...annotations: Parameters<typeof findDisagreement>[0]) =>
  findDisagreement(annotations, 6)!
const against = part(comparedOf(1, -1), comparedOf(1, 1, 1, 1, 1, 1))
const apart = part(comparedOf(1, 1, 1, -1), comparedOf(1, -1))
const neutral = part(comparedOf(1, 1, 1, 1, 1, 0), comparedOf(1, 1, 1, 1, 1, 1))

test('an error against none is worth more than two errors apart, and those more than a neutral', () => {
  expect(computePriority(against, null)).toEqual({
    worth: 72,
    apart: 40,
    score: 0,
    sure: 20,
    early: 12,
  })
  expect(computePriority(apart, null).distance).toBe(20)
  expect(computePriority(neutral, null)).toMatchObject({ apart: 0, early: 2 })
})

test('a high score, sure people and an early step are worth more', () => {
  expect(computePriority(against, 0.9).score).toBe(23)
  expect(computePriority(against, 7).score).toBe(maxParts.score)
  expect(computePriority({ ...against, unflagged: 1 }, null).certainty).toBe(10)
  expect(computePriority({ ...against, firstStep: 0 }, 1).priority).toBe(100)
})

test('why is said in words', () => {
  expect(describePriority(against, { score: 0.9, highest: 0.9 })).toEqual([
    'one found an error, the other none',
    'highest score of the list',
    'early step',
  ])
  expect(describePriority(apart, { score: 0.85, highest: 0.9 })).toEqual([
    'both found an error, two steps apart',
    'high score',
    'early step',
  ])
  expect(describePriority({ ...neutral, unflagged: 1 }, { score: null, highest: null })).toEqual([
    'neutral against positive',
    'somebody is unsure',
  ])
})

test('property: worth is a whole number from 0 to 100, the sum of its parts', () => {
  const annotations = fc.array(compared(5), { minLength: 2, maxLength: 5 })
  const score = fc.option(fc.double({ min: -1, max: 2, noNaN: true }))
  fc.assert(
    fc.property(annotations, score, (given, value) => {
      const parting = findDisagreement(given, 5)
      fc.pre(parting !== null)
      const { priority, ...parts } = computePriority(parting, value)
      expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(priority)
      expect(Number.isInteger(priority) && priority >= 0 && priority <= 100).toBe(true)
      expect(describePriority(parting, { score: value, highest: 2 })).not.toEqual([])
    }),
  )
})
