import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { type Compared, findParting, mergeAgreed } from './parting'
import { compared, comparedOf } from './testing/compared'

test('annotations part where they first say something else', () => {
  const parting = findParting([comparedOf(1, 1, 0, -1), comparedOf(1, 1, -1)], 5)
  expect(parting).toEqual({
    ...{ firstStep: 2, stepCount: 5, kind: 'negative', people: 2, sure: 2 },
    ...{ found: 2, nearestError: 2, farthestError: 3 },
  })
  const unsure: Compared = { ...comparedOf(1, 0, 1), flagged: [null, true, null] }
  expect(findParting([comparedOf(1, 1, 1), unsure], 3)).toMatchObject({
    ...{ firstStep: 1, kind: 'neutral', sure: 1, found: 0, nearestError: null },
  })
})

test('one alone, and those who say the same, do not part', () => {
  expect(findParting([comparedOf(1, -1)], 4)).toBeNull()
  expect(findParting([comparedOf(1, -1), comparedOf(1, -1)], 4)).toBeNull()
  expect(findParting([], 4)).toBeNull()
})

test('what is merged is what all begin with', () => {
  expect(mergeAgreed([comparedOf(1, 0, -1), comparedOf(1, 0, 1, 1)])).toEqual([1, 0])
  expect(mergeAgreed([comparedOf(1, -1), comparedOf(1, -1)])).toEqual([1, -1])
  expect(mergeAgreed([comparedOf(1, 0)])).toEqual([])
})

test('property: all agree up to the step where they part, all rate it', () => {
  fc.assert(
    fc.property(fc.array(compared(6), { minLength: 2, maxLength: 4 }), (annotations) => {
      const parting = findParting(annotations, 6)
      const merged: readonly Rating[] = mergeAgreed(annotations)
      const texts = annotations.map(({ ratings }) => ratings.join())
      if (parting === null) {
        expect(new Set(texts).size).toBe(1)
        return
      }
      expect(merged).toHaveLength(parting.firstStep)
      for (const { ratings } of annotations) {
        expect(ratings.slice(0, parting.firstStep)).toEqual(merged)
        expect(ratings[parting.firstStep]).toBeDefined()
      }
      expect(new Set(annotations.map(({ ratings }) => ratings[parting.firstStep])).size).not.toBe(1)
    }),
  )
})
