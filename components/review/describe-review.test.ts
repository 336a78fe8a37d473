import { expect, test } from 'vitest'
import {
  describeComparison,
  describeCorrection,
  describeDone,
  describeEnd,
  listWaiting,
  nameCount,
} from './describe-review'
import type { ComparedAnnotation, Comparison } from './review'

const said = (letter: string, error: number | null, isCompared = true) =>
  ({ letter, person: null, error, isCompared }) as ComparedAnnotation
const of = (annotations: ComparedAnnotation[], firstStep: number | null) =>
  ({
    annotations,
    steps: Array(7).fill(null),
    parting: firstStep === null ? null : { firstStep },
  }) as unknown as Comparison

test('where they part is said in a sentence or two', () => {
  expect(describeComparison(of([said('A', 4), said('B', 3)], 3))).toBe(
    'They agree on steps 1 to 3 and part at step 4. A finds the first error at step 5, B at step 4.',
  )
  expect(describeComparison(of([said('A', null), said('B', 0)], 0))).toBe(
    'They part at step 1. B finds the first error at step 1, A none.',
  )
  expect(describeComparison(of([said('A', 2), said('B', 2)], null))).toBe(
    'They agree on every step.',
  )
  expect(describeComparison(of([said('A', null), said('B', null), said('C', 4)], 1))).toBe(
    '3 people agree on step 1 and part at step 2.',
  )
  expect(describeComparison(of([said('A', null, false)], null))).toMatch(
    /No annotation of these steps goes/,
  )
  expect(describeComparison(of([], null))).toMatch(/No annotation of these steps is submitted/)
})

test('an end is named with the time that it took', () => {
  const one = { ...said('A', 4), finishReason: 'found_error' as const, activeMs: 77_000 }
  expect(describeEnd(one)).toBe('first error 5, in 1:17')
  expect(describeEnd({ ...one, error: null, finishReason: 'give_up' })).toBe('given up, in 1:17')
})

test('what waits is counted up to where lists are', () => {
  expect(nameCount(12)).toBe('12')
  expect(nameCount(1_000)).toBe('1,000 or more')
  const work = {
    disagreements: 2,
    returned: 1,
    corrected: 2,
    questions: 3,
    drawn: 0,
    splits: 0,
    unsureAnswers: 1,
    unanswered: 2,
    adjudicated: 0,
    paused: 1,
    failed: 2,
  }
  expect(listWaiting(work).map(({ count, words }) => `${count} ${words}`)).toEqual([
    '1 annotation is sent back',
    '2 were corrected',
    '0 are drawn for review',
    '3 steps are asked about',
    '0 bad splits wait',
    '1 unsure answer waits',
    '2 solutions without an answer wait',
    '1 person is paused',
    '2 people have not passed the screening',
  ])
  expect(describeDone(3, true)).toBe('Adjudicated: first error at step 4. It is gold.')
})

test('whether what was sent back came in otherwise is said', () => {
  const rated = (...ratings: (-1 | 0 | 1 | null)[]) => ({ ratings })
  expect(describeCorrection(rated(1, 0, -1), rated(1, 0, -1))).toBe(
    'Every step is rated as it was before.',
  )
  expect(describeCorrection(rated(1, -1, null), rated(1, -1))).toMatch(/^Every step/)
  expect(describeCorrection(rated(1, -1), rated(1, 1, 1))).toBe(
    'It is rated otherwise from step 2 on.',
  )
  expect(describeCorrection(rated(1, 1), rated(1, 1, -1))).toContain('from step 3')
})
