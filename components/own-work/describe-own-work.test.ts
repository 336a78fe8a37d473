import { describe, expect, it, test } from 'vitest'
import { roundUpAxisMax } from './axis-max'
import { describeOwnWork, formatNoteCounts, getAnnotationOutcomeName } from './describe-own-work'
import { ownWorkHref, type OwnWork } from './own-work'

const pace = { annotations: 0, medianAnnotationMs: null, medianStepMs: null }
const emptyWork: OwnWork = {
  foundError: 0,
  noError: 0,
  givenUp: 0,
  badProblem: 0,
  doneToday: 0,
  rework: [],
  days: [],
  pace,
  previousPace: pace,
}

describe('the summary on the page "Your work"', () => {
  it('says where submitted annotations will appear if there are none', () => {
    expect(describeOwnWork(emptyWork)).toMatch(/^Your submitted annotations appear here\./)
  })

  it('lists only outcomes that occurred', () => {
    expect(describeOwnWork({ ...emptyWork, foundError: 1 })).toBe('1 annotation · 1 with an error')
    expect(
      describeOwnWork({
        ...emptyWork,
        foundError: 1_200,
        noError: 30,
        badProblem: 2,
        doneToday: 4,
        pace: { ...pace, medianAnnotationMs: 102_000 },
      }),
    ).toBe(
      '1,232 annotations · 4 today · 1,200 with an error · 30 without an error · 2 bad problems · median 1:42 per annotation in the last 14 days',
    )
  })
})

it('the list of own annotations gives the outcome of each and counts its notes by kind', () => {
  expect(getAnnotationOutcomeName('found_error', 4)).toBe('First error at step 4')
  expect(getAnnotationOutcomeName('give_up', 4)).toBe('Given up')
  expect(formatNoteCounts({ flags: 2, comments: 1, badSplits: 1 })).toBe(
    '2 flags, 1 comment, 1 bad split',
  )
  expect(formatNoteCounts({ flags: 0, comments: 0, badSplits: 0 })).toBe('')
})

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [11, 20],
  [399, 400],
  [401, 1_000],
])('the axis of a bar chart with a maximum of %i ends at %i', (max, axisMax) => {
  expect(roundUpAxisMax(max)).toBe(axisMax)
})

it('the URL of the page "Your work" contains the filter and the cursor', () => {
  expect(ownWorkHref('p', {})).toBe('/projects/p/mine')
  expect(ownWorkHref('p', { finish: 'give_up', flagged: 'no' }, '1_x')).toBe(
    '/projects/p/mine?finish=give_up&flagged=no&after=1_x',
  )
})
