import { expect, test } from 'vitest'
import { explainEmptyRelease, listExclusions } from './explain-exclusions'
import { makeEmptyCounts, makeEmptyExclusions } from './release-manifest'

const none = makeEmptyExclusions()

test('what is none is not said', () => {
  expect(listExclusions(none)).toEqual([])
  expect(listExclusions({ ...none, gold: 3, unfinished: 1 })).toEqual([
    '1 given up, or of a bad problem',
    '3 gold',
  ])
})

test('a release of nothing says what keeps how many out, held-out ones too', () => {
  expect(explainEmptyRelease({ ...makeEmptyCounts(), excluded: none })).toMatch(/has been submitted yet/)
  const leftOut = { annotations: 2, solutions: 1, problems: 1 }
  expect(
    explainEmptyRelease({ ...makeEmptyCounts(), heldOut, excluded: { ...none, older: 1, screening: 4 } }),
  ).toBe(
    'Nothing is left for this release, and nothing was written. Of 7 submitted annotations: 4 screening; ' +
      '1 older than the newest of their solution; 2 held out. Choose other filters, and make a new release.',
  )
})
