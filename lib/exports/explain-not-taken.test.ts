import { expect, test } from 'vitest'
import { explainNothing, listNotTaken } from './explain-not-taken'
import { noCounts, noNotTaken } from './release-manifest'

const none = noNotTaken()

test('what is none is not said', () => {
  expect(listNotTaken(none)).toEqual([])
  expect(listNotTaken({ ...none, gold: 3, unfinished: 1 })).toEqual([
    '1 given up, or of a bad problem',
    '3 gold',
  ])
})

test('a release of nothing says what keeps how many out, held-out ones too', () => {
  expect(explainNothing({ ...noCounts(), notTaken: none })).toMatch(/has been submitted yet/)
  const leftOut = { annotations: 2, solutions: 1, problems: 1 }
  expect(
    explainNothing({ ...noCounts(), leftOut, notTaken: { ...none, older: 1, screening: 4 } }),
  ).toBe(
    'Nothing is left for this release, and nothing was written. Of 7 submitted annotations: 4 screening; ' +
      '1 older than the newest of their solution; 2 held out. Choose other filters, and make a new release.',
  )
})
