import { expect, test } from 'vitest'
import {
  describeCorrection,
  describeRevealedOptions,
  describeAnnotationEnd,
  getColumnTitle,
  listWaitingReviewWork,
} from './describe-review'
import type { ComparedAnnotation } from './review'

const makeComparedAnnotation = (letter: string, error: number | null) =>
  ({ letter, person: null, error }) as ComparedAnnotation

test('describeAnnotationEnd says how an annotation ended and how long it took', () => {
  const annotation = {
    ...makeComparedAnnotation('A', 4),
    finishReason: 'found_error' as const,
    activeMs: 77_000,
  }
  expect(describeAnnotationEnd(annotation)).toBe('first error at step 5 · 1:17')
  expect(describeAnnotationEnd({ ...annotation, error: null, finishReason: 'give_up' })).toBe(
    'given up · 1:17',
  )
})

test('a column keeps its letter when the name of its annotator is visible', () => {
  expect(getColumnTitle({ letter: 'A', person: null })).toBe('A')
  expect(getColumnTitle({ letter: 'A', person: 'Ada Lindqvist' })).toBe('A · Ada Lindqvist')
})

test('listWaitingReviewWork lists the work besides disagreements that waits for reviewers, with counts', () => {
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
    'Resubmitted 2',
    'Review sample 0',
    'Questions 3',
    'Bad splits 0',
    'Answers to decide 1',
    'Solutions without a final answer 2',
    'Paused annotators 1',
    'Failed screening 2',
  ])
})

test('describeRevealedOptions says that the first error changed if options were shown at another step', () => {
  const option = { step: 1, option: 1, rating: 1 as const, text: [] }
  const foundError = { finishReason: 'found_error' as const, options: [option] }
  expect(describeRevealedOptions({ ...foundError, reveals: 1 })).toBeNull()
  expect(describeRevealedOptions({ ...foundError, reveals: 2 })).toBe(
    ' Options were shown at 2 steps: the annotator changed the first error.',
  )
  const noError = { finishReason: 'solution' as const, options: [] }
  expect(describeRevealedOptions({ ...noError, reveals: 0 })).toBeNull()
  expect(describeRevealedOptions({ ...noError, reveals: 1 })).toContain(
    'at 1 step: the annotator changed',
  )
})

test.each(['give_up', 'bad_problem'] as const)(
  'describeRevealedOptions says only at how many steps options were shown if the annotation ended as %s',
  (finishReason) => {
    expect(describeRevealedOptions({ finishReason, options: [], reveals: 0 })).toBeNull()
    expect(describeRevealedOptions({ finishReason, options: [], reveals: 1 })).toBe(
      ' Options were shown at 1 step.',
    )
  },
)

test('describeCorrection names the first step whose rating changed since the annotation was returned', () => {
  const makeRated = (...ratings: (-1 | 0 | 1 | null)[]) => ({ ratings })
  expect(describeCorrection(makeRated(1, 0, -1), makeRated(1, 0, -1))).toBe(
    'The ratings did not change.',
  )
  expect(describeCorrection(makeRated(1, -1, null), makeRated(1, -1))).toBe(
    'The ratings did not change.',
  )
  expect(describeCorrection(makeRated(1, -1), makeRated(1, 1, 1))).toBe(
    'The ratings differ from step 2 on.',
  )
  expect(describeCorrection(makeRated(1, 1), makeRated(1, 1, -1))).toContain('from step 3')
})
