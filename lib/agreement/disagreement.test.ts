import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { type ComparedRatings, findDisagreement, listAgreedRatings } from './disagreement'
import { anyAnnotationRatings, makeUnflaggedRatings } from './testing/any-ratings'

test('findDisagreement returns the first step with different ratings', () => {
  const disagreement = findDisagreement(
    [makeUnflaggedRatings(1, 1, 0, -1), makeUnflaggedRatings(1, 1, -1)],
    5,
  )
  expect(disagreement).toEqual({
    firstStep: 2,
    stepCount: 5,
    kind: 'negative',
    people: 2,
    unflagged: 2,
    foundError: 2,
    earliestError: 2,
    latestError: 3,
  })
  const unsure: ComparedRatings = { ...makeUnflaggedRatings(1, 0, 1), flagged: [null, true, null] }
  expect(findDisagreement([makeUnflaggedRatings(1, 1, 1), unsure], 3)).toMatchObject({
    firstStep: 1,
    kind: 'neutral',
    unflagged: 1,
    foundError: 0,
    earliestError: null,
  })
})

test('a disagreement is negative if a negative rating differs at any step, not only at the first', () => {
  const kind = (...annotations: ComparedRatings[]) => findDisagreement(annotations, 4)?.kind
  expect(kind(makeUnflaggedRatings(1, 0, 1, -1), makeUnflaggedRatings(1, 1, 1, 1))).toBe('negative')
  expect(kind(makeUnflaggedRatings(1, 0, -1), makeUnflaggedRatings(1, 1, 1, -1))).toBe('negative')
  expect(kind(makeUnflaggedRatings(1, 0, -1), makeUnflaggedRatings(1, 1, -1))).toBe('neutral')
})

test('findDisagreement takes the first of several negative steps as the first error', () => {
  const annotations = [makeUnflaggedRatings(1, 1, 1), makeUnflaggedRatings(1, -1, -1)]
  expect(findDisagreement(annotations, 3)).toMatchObject({
    firstStep: 1,
    foundError: 1,
    earliestError: 1,
    latestError: 1,
  })
})

test('findDisagreement returns null for a single annotation or equal annotations', () => {
  expect(findDisagreement([makeUnflaggedRatings(1, -1)], 4)).toBeNull()
  expect(findDisagreement([makeUnflaggedRatings(1, -1), makeUnflaggedRatings(1, -1)], 4)).toBeNull()
  expect(findDisagreement([], 4)).toBeNull()
})

test('listAgreedRatings returns the ratings of the steps before the first disagreement', () => {
  expect(
    listAgreedRatings([makeUnflaggedRatings(1, 0, -1), makeUnflaggedRatings(1, 0, 1, 1)]),
  ).toEqual([1, 0])
  expect(listAgreedRatings([makeUnflaggedRatings(1, -1), makeUnflaggedRatings(1, -1)])).toEqual([
    1, -1,
  ])
  expect(listAgreedRatings([makeUnflaggedRatings(1, 0)])).toEqual([])
})

test('all annotations agree before the disagreement’s step, and each rates that step (random ratings)', () => {
  fc.assert(
    fc.property(
      fc.array(anyAnnotationRatings(6), { minLength: 2, maxLength: 4 }),
      (annotations) => {
        const disagreement = findDisagreement(annotations, 6)
        const merged: readonly Rating[] = listAgreedRatings(annotations)
        const texts = annotations.map(({ ratings }) => ratings.join())
        if (disagreement === null) {
          expect(new Set(texts).size).toBe(1)
          return
        }
        expect(merged).toHaveLength(disagreement.firstStep)
        for (const { ratings } of annotations) {
          expect(ratings.slice(0, disagreement.firstStep)).toEqual(merged)
          expect(ratings[disagreement.firstStep]).toBeDefined()
        }
        expect(
          new Set(annotations.map(({ ratings }) => ratings[disagreement.firstStep])).size,
        ).not.toBe(1)
      },
    ),
  )
})
