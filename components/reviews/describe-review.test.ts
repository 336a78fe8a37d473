import { expect, test } from 'vitest'
import {
  describeComparison,
  describeCorrection,
  describeSavedAdjudication,
  describeAnnotationEnd,
  listWaitingReviewWork,
  formatLimitedCount,
} from './describe-review'
import type { ComparedAnnotation, Comparison } from './review'

const compared = (letter: string, error: number | null, isCompared = true) =>
  ({ letter, person: null, error, isCompared }) as ComparedAnnotation
const of = (annotations: ComparedAnnotation[], firstStep: number | null) =>
  ({
    annotations,
    steps: Array(7).fill(null),
    disagreement: firstStep === null ? null : { firstStep },
  }) as unknown as Comparison

test('describeComparison says where annotations agree and disagree', () => {
  expect(describeComparison(of([compared('A', 4), compared('B', 3)], 3))).toBe(
    'They agree on steps 1 to 3. Ratings first differ at step 4. A finds the first error at step 5, B at step 4.',
  )
  expect(describeComparison(of([compared('A', null), compared('B', 0)], 0))).toBe(
    'Ratings first differ at step 1. B finds the first error at step 1; A finds no error.',
  )
  expect(describeComparison(of([compared('A', 2), compared('B', 2)], null))).toBe(
    'They agree on every step.',
  )
  expect(
    describeComparison(of([compared('A', null), compared('B', null), compared('C', 4)], 1)),
  ).toBe('3 annotators agree on step 1. Ratings first differ at step 2.')
  expect(describeComparison(of([compared('A', null, false)], null))).toMatch(
    /No finished annotations of these steps/,
  )
  expect(describeComparison(of([], null))).toMatch(/No submitted annotations of these steps/)
})

test('describeAnnotationEnd says how an annotation ended and how long it took', () => {
  const one = { ...compared('A', 4), finishReason: 'found_error' as const, activeMs: 77_000 }
  expect(describeAnnotationEnd(one)).toBe('first error at step 5 · 1:17')
  expect(describeAnnotationEnd({ ...one, error: null, finishReason: 'give_up' })).toBe(
    'given up · 1:17',
  )
})

test('listWaitingReviewWork lists the work that waits for reviewers, with counts from 1,000 as "1,000 or more"', () => {
  expect(formatLimitedCount(12)).toBe('12')
  expect(formatLimitedCount(1_000)).toBe('1,000 or more')
  const counts = {
    disagreements: 2,
    returned: 1,
    corrected: 2,
    questions: 3,
    sampled: 0,
    splits: 0,
    unsureAnswers: 1,
    noAnswer: 2,
    adjudicated: 0,
    paused: 1,
    screeningFailed: 2,
  }
  expect(listWaitingReviewWork(counts).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Returned 1',
    'Corrected 2',
    'Review sample 0',
    'Questions 3',
    'Bad splits 0',
    'Answers to decide 1',
    'No final answer 2',
    'Paused annotators 1',
    'Failed screening 2',
  ])
  expect(describeSavedAdjudication(3, true)).toBe(
    'Adjudicated: first error at step 4. The solution is gold.',
  )
})

test('describeCorrection names the first step whose rating changed since the annotation was returned', () => {
  const makeRated = (...ratings: (-1 | 0 | 1 | null)[]) => ({ ratings })
  expect(describeCorrection(makeRated(1, 0, -1), makeRated(1, 0, -1))).toBe(
    'The ratings did not change.',
  )
  expect(describeCorrection(makeRated(1, -1, null), makeRated(1, -1))).toBe(
    'The ratings did not change.',
  )
  expect(describeCorrection(makeRated(1, -1), makeRated(1, 1, 1))).toBe(
    'The ratings changed from step 2.',
  )
  expect(describeCorrection(makeRated(1, 1), makeRated(1, 1, -1))).toContain('from step 3')
})
