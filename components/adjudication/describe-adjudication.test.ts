import { expect, test } from 'vitest'
import type { ComparedAnnotation, Comparison } from '@/components/reviews/review'
import {
  describeComparison,
  describeNoteReaders,
  formatAdjudicationConfirmation,
} from './describe-adjudication'

const makeAnnotation = (letter: string, error: number | null, isCompared = true) =>
  ({ letter, person: null, error, isCompared }) as ComparedAnnotation
const makeComparison = (annotations: ComparedAnnotation[], firstStep: number | null) =>
  ({
    annotations,
    stepCount: 7,
    disagreement: firstStep === null ? null : { firstStep },
  }) as unknown as Comparison

test('describeComparison says where annotations agree and disagree', () => {
  expect(
    describeComparison(makeComparison([makeAnnotation('A', 4), makeAnnotation('B', 3)], 3)),
  ).toBe(
    'They agree on steps 1 to 3. First disagreement at step 4. A finds the first error at step 5, B at step 4.',
  )
  expect(
    describeComparison(makeComparison([makeAnnotation('A', null), makeAnnotation('B', 0)], 0)),
  ).toBe('First disagreement at step 1. B finds the first error at step 1; A finds no error.')
  expect(
    describeComparison(makeComparison([makeAnnotation('A', 2), makeAnnotation('B', 2)], null)),
  ).toBe('They agree on every step.')
  expect(
    describeComparison(
      makeComparison(
        [makeAnnotation('A', null), makeAnnotation('B', null), makeAnnotation('C', 4)],
        1,
      ),
    ),
  ).toBe('3 annotators agree on step 1. First disagreement at step 2.')
  expect(describeComparison(makeComparison([makeAnnotation('A', null, false)], null))).toMatch(
    /No finished annotations of these steps/,
  )
  expect(describeComparison(makeComparison([], null))).toMatch(
    /No submitted annotations of these steps/,
  )
})

test('describeNoteReaders says that annotators see the note only of gold, and only if the project shows answers', () => {
  expect(describeNoteReaders(false, true)).toBe('Only reviewers see the note.')
  expect(describeNoteReaders(true, true)).toMatch(/Annotators see it after they submit/)
  expect(describeNoteReaders(true, false)).toMatch(/Annotators see it only if .* is on/)
})

test('formatAdjudicationConfirmation says where the first error is, and whether the solution is gold', () => {
  expect(formatAdjudicationConfirmation(3, true)).toBe(
    'Adjudicated: first error at step 4. The solution is gold.',
  )
})
