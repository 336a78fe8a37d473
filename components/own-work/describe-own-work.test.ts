import { describe, expect, it, test } from 'vitest'
import { describeOwnWork, nameNotes, nameOutcome, writeTime } from './describe-own-work'
import { findNiceTop } from './nice-top'
import { addressOwnWork, type OwnWork } from './own-work'

const pace = { annotations: 0, medianAnnotationMs: null, medianStepMs: null }
const empty: OwnWork = {
  ...{ foundError: 0, noError: 0, givenUp: 0, badProblem: 0, doneToday: 0 },
  ...{ returned: [], days: [], pace, paceBefore: pace },
}

describe('the abstract', () => {
  it('says that there is nothing yet', () => {
    expect(describeOwnWork(empty)).toMatch(/^You have not submitted an annotation here yet\./)
  })

  it('names only the endings that there are', () => {
    expect(describeOwnWork({ ...empty, foundError: 1 })).toBe(
      'You submitted 1 annotation here. You found a first error in 1.',
    )
    expect(
      describeOwnWork({
        ...empty,
        ...{ foundError: 1_200, noError: 30, badProblem: 2, doneToday: 4 },
        pace: { ...pace, medianAnnotationMs: 102_000 },
      }),
    ).toBe(
      'You submitted 1,232 annotations here, 4 of them today. You found a first error in 1,200, found none in 30 and reported 2 bad problems. Half of those of the last 14 days took you under 1:42.',
    )
  })
})

test.each([
  [0, '0.0 s'],
  [8_140, '8.1 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1:00'],
  [102_000, '1:42'],
  [3_723_000, '1:02:03'],
])('%i ms is written %s', (ms, words) => {
  expect(writeTime(ms)).toBe(words)
})

it('says how an annotation ended', () => {
  expect(nameOutcome('found_error', 4)).toBe('First error at step 4')
  expect(nameOutcome('give_up', 4)).toBe('Given up')
  expect(nameNotes({ flags: 2, comments: 1 })).toBe('2 flags, 1 comment')
  expect(nameNotes({ flags: 0, comments: 0 })).toBe('')
})

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [11, 20],
  [399, 400],
  [401, 1_000],
])('bars up to %i stand on a scale up to %i', (greatest, top) => {
  expect(findNiceTop(greatest)).toBe(top)
})

it('keeps the filter in the address', () => {
  expect(addressOwnWork('p', {})).toBe('/projects/p/mine')
  expect(addressOwnWork('p', { finish: 'give_up', flagged: 'no' }, '1_x')).toBe(
    '/projects/p/mine?finish=give_up&flagged=no&after=1_x',
  )
})
