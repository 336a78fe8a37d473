import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { findAnnotationIrregularity } from './find-annotation-irregularity'
import { finishReasons, annotationFlows, type FinishReason, type Flow, type Rating } from './record'

type Case = [flow: Flow, steps: number, finish: FinishReason, ratings: (Rating | null)[]]

describe('a regular annotation', () => {
  test.each<Case>([
    ['solution', 3, 'solution', [1, 0, 1]],
    ['solution', 3, 'found_error', [1, -1]],
    ['solution', 1, 'found_error', [-1]],
    ['solution', 3, 'found_error', [0, 1, -1]],
    ['solution', 3, 'give_up', []],
    ['solution', 3, 'give_up', [1, null, null]],
    ['solution', 3, 'bad_problem', [1, -1]],
    ['solution', 3, 'give_up', [null]],
    ['step_choice', 2, 'solution', [1, 1]],
    ['step_choice', 2, 'give_up', [1, 1, null]],
  ])(
    'can have flow %s, %d steps, finish reason %s and ratings %j',
    (flow, steps, finishReason, ratings) => {
      expect(findAnnotationIrregularity(flow, steps, { finishReason, ratings })).toBeNull()
    },
  )
})

describe('the reason of an irregular annotation', () => {
  test.each<[...Case, reason: string]>([
    ['solution', 3, 'give_up', [1, null, 1], 'Step 2 is not rated, but a later one is.'],
    ['solution', 3, 'give_up', [-1, 1], 'Step 1 is negative, but steps after it are rated.'],
    ['solution', 3, 'found_error', [-1, -1], 'Step 1 is negative, but steps after it are rated.'],
    ['solution', 1, 'give_up', [1, 1], 'There are 2 ratings, but the solution has 1 steps.'],
    [
      'solution',
      2,
      'solution',
      [1, -1],
      'It is finished as correct, but its last rating is negative.',
    ],
    [
      'solution',
      3,
      'solution',
      [1, 1],
      'It is finished as correct, but only 2 of 3 steps are rated.',
    ],
    [
      'solution',
      3,
      'solution',
      [1, null, null],
      'It is finished as correct, but only 1 of 3 steps are rated.',
    ],
    [
      'solution',
      3,
      'found_error',
      [1, 1],
      'It is finished with an error, but no step is negative.',
    ],
    ['solution', 3, 'found_error', [], 'It is finished with an error, but no step is negative.'],
    ['solution', 3, 'found_error', [1, -1, null], 'It has unrated steps after the error.'],
  ])(
    'is reported for flow %s, %d steps, finish reason %s and ratings %j',
    (flow, steps, finishReason, ratings, reason) => {
      expect(findAnnotationIrregularity(flow, steps, { finishReason, ratings })).toBe(reason)
    },
  )
})

/** The rule of the doc comment, clause by clause. */
function isRegular(flow: Flow, steps: number, finish: FinishReason, ratings: (Rating | null)[]) {
  const isPrefix = ratings.every((rating, index) => {
    const isFollowed = ratings.slice(index + 1).some((later) => later !== null)
    return !isFollowed || (rating !== null && rating !== -1)
  })
  if (!isPrefix || (flow === 'solution' && ratings.length > steps)) return false
  if (finish === 'solution') {
    return ratings.length === steps && ratings.every((rating) => rating === 0 || rating === 1)
  }
  return finish !== 'found_error' || ratings.at(-1) === -1
}

test('agrees with an independent implementation of the rule for any annotation', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...annotationFlows),
      fc.nat({ max: 5 }),
      fc.constantFrom(...finishReasons),
      fc.array(fc.constantFrom<(Rating | null)[]>(-1, 0, 1, null), { maxLength: 5 }),
      (flow, steps, finishReason, ratings) => {
        const reason = findAnnotationIrregularity(flow, steps, { finishReason, ratings })
        expect(reason === null).toBe(isRegular(flow, steps, finishReason, ratings))
      },
    ),
    { numRuns: scaleRuns(5000) },
  )
})
