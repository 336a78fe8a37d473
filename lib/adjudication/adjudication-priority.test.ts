import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDisagreement } from '@/lib/agreement/disagreement'
import { anyAnnotationRatings, makeUnflaggedRatings } from '@/lib/agreement/testing/any-ratings'
import { describeAdjudicationPriority } from './adjudication-priority'
import {
  computeAdjudicationPriority,
  maxPriorityPoints,
} from './testing/compute-adjudication-priority'

const requireDisagreement = (...annotations: Parameters<typeof findDisagreement>[0]) =>
  findDisagreement(annotations, 6)!
const errorAgainstNone = requireDisagreement(
  makeUnflaggedRatings(1, -1),
  makeUnflaggedRatings(1, 1, 1, 1, 1, 1),
)
const twoErrors = requireDisagreement(
  makeUnflaggedRatings(1, 1, 1, -1),
  makeUnflaggedRatings(1, -1),
)
const neutralAgainstPositive = requireDisagreement(
  makeUnflaggedRatings(1, 1, 1, 1, 1, 0),
  makeUnflaggedRatings(1, 1, 1, 1, 1, 1),
)

test('adjudication priority is highest for error against no error, then different first errors, then neutral against positive', () => {
  expect(computeAdjudicationPriority(errorAgainstNone, null)).toEqual({
    priority: 72,
    distance: 40,
    score: 0,
    certainty: 20,
    earliness: 12,
  })
  expect(computeAdjudicationPriority(twoErrors, null).distance).toBe(20)
  expect(computeAdjudicationPriority(neutralAgainstPositive, null)).toMatchObject({
    distance: 0,
    earliness: 2,
  })
})

test('adjudication priority is higher for high scores, unflagged steps and early steps', () => {
  expect(computeAdjudicationPriority(errorAgainstNone, 0.9).score).toBe(23)
  expect(computeAdjudicationPriority(errorAgainstNone, 7).score).toBe(maxPriorityPoints.score)
  expect(computeAdjudicationPriority({ ...errorAgainstNone, unflagged: 1 }, null).certainty).toBe(
    10,
  )
  expect(computeAdjudicationPriority({ ...errorAgainstNone, firstStep: 0 }, 1).priority).toBe(100)
})

test('describeAdjudicationPriority lists the reasons for the priority', () => {
  expect(describeAdjudicationPriority(errorAgainstNone, { score: 0.9, highest: 0.9 })).toEqual([
    'error found by 1 of 2',
    'highest model score in the list',
  ])
  expect(describeAdjudicationPriority(twoErrors, { score: 0.85, highest: 0.9 })).toEqual([
    'both found an error, two steps apart',
    'high model score',
  ])
  expect(
    describeAdjudicationPriority(
      { ...neutralAgainstPositive, unflagged: 1 },
      { score: null, highest: null },
    ),
  ).toEqual(['only neutral vs positive', 'flagged by 1 of 2'])
})

test('adjudication priority is a whole number from 0 to 100 and the sum of its components (random disagreements)', () => {
  const annotations = fc.array(anyAnnotationRatings(5), { minLength: 2, maxLength: 5 })
  const score = fc.option(fc.double({ min: -1, max: 2, noNaN: true }))
  fc.assert(
    fc.property(annotations, score, (compared, value) => {
      const disagreement = findDisagreement(compared, 5)
      fc.pre(disagreement !== null)
      const { priority, ...parts } = computeAdjudicationPriority(disagreement, value)
      expect(Object.values(parts).reduce((sum, points) => sum + points, 0)).toBe(priority)
      expect(Number.isInteger(priority) && priority >= 0 && priority <= 100).toBe(true)
      expect(describeAdjudicationPriority(disagreement, { score: value, highest: 2 })).not.toEqual(
        [],
      )
    }),
  )
})
