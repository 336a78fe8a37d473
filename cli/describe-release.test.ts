import { expect, test } from 'vitest'
import { makeEmptyExclusionCounts, makeEmptySplitCounts } from '@/lib/exports/release-manifest'
import { describeReleaseCounts } from './describe-release'

test('splits with only adjudicated solutions without votes are listed', () => {
  const withoutVotes = { annotations: 0, solutions: 2, problems: 1 }
  const counts = {
    ...makeEmptySplitCounts(),
    test: withoutVotes,
    excluded: makeEmptyExclusionCounts(),
  }
  expect(describeReleaseCounts({ counts })).toEqual([
    '  train: 0 annotations of 0 solutions of 0 problems',
    '  test: 0 annotations of 2 solutions of 1 problem',
  ])
})

test('excluded annotations are counted by reason', () => {
  const excluded = { ...makeEmptyExclusionCounts(), gold: 2, duplicateAnnotator: 1 }
  expect(describeReleaseCounts({ counts: { ...makeEmptySplitCounts(), excluded } })).toContain(
    '  excluded: 2 gold or quality control; 1 older, by the same annotator',
  )
})
