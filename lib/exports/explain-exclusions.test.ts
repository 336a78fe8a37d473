import { expect, test } from 'vitest'
import { explainEmptyRelease, formatExclusionCounts } from './explain-exclusions'
import { makeEmptySplitCounts, makeEmptyExclusionCounts } from './release-manifest'

const noExclusions = makeEmptyExclusionCounts()

test('omits exclusion reasons without annotations', () => {
  expect(formatExclusionCounts(null)).toEqual([])
  expect(formatExclusionCounts(noExclusions)).toEqual([])
  expect(formatExclusionCounts({ ...noExclusions, gold: 3, unfinished: 1_200 })).toEqual([
    '1,200 given up or bad problem',
    '3 gold or quality control',
  ])
})

test('explains an empty release by its excluded and held-out annotations', () => {
  expect(explainEmptyRelease({ ...makeEmptySplitCounts(), excluded: noExclusions }, 1)).toMatch(
    /no submitted annotations yet/,
  )
  const heldOut = { annotations: 2, solutions: 1, problems: 1 }
  expect(
    explainEmptyRelease(
      {
        ...makeEmptySplitCounts(),
        heldOut,
        excluded: { ...noExclusions, notLatest: 1, screening: 4 },
      },
      null,
    ),
  ).toBe(
    'The release would be empty. Of 7 submitted annotations: 4 screening; 1 not the latest of the solution; ' +
      '2 held out. Change the filters or how annotations are combined, and create the release again.',
  )
})

test('says that nothing is new if all annotations are unchanged since the earlier release', () => {
  const explain = (excluded: Partial<typeof noExclusions>) =>
    explainEmptyRelease(
      { ...makeEmptySplitCounts(), excluded: { ...noExclusions, ...excluded } },
      3,
    )
  expect(explain({ unchanged: 1 })).toBe(
    'None of 1 submitted annotation is new or changed since release 3.',
  )
  expect(explain({ unchanged: 1, gold: 1 })).toMatch(/^The release would be empty\./)
})
