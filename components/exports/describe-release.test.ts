import { expect, it } from 'vitest'
import { releaseOptionsSchema } from '@/lib/exports/contract'
import { makeEmptyExclusionCounts } from '@/lib/exports/release-manifest'
import {
  compareReleaseOptions,
  describeReleaseOptions,
  describeReleaseDifference,
  describeReleasePreview,
  describeRelease,
} from './describe-release'
import type { Release } from './release'

const makeCounts = (annotations: number) => ({
  annotations,
  solutions: annotations,
  problems: annotations,
})
const release: Release = {
  release: '01900000-0000-7000-8000-000000000000',
  number: 3,
  name: 'Third',
  state: 'done',
  waitingFor: null,
  options: releaseOptionsSchema.parse({ formats: ['stepmark'] }),
  readRows: 5,
  allRows: 5,
  message: null,
  snapshotAt: '2026-11-22T08:19:00Z',
  counts: { train: makeCounts(4), test: makeCounts(1), heldOut: makeCounts(2), excluded: null },
  warnings: [],
  files: [],
  by: 'Ada',
  createdAt: '2026-11-22T08:18:00Z',
  finishedAt: '2026-11-22T08:20:00Z',
}

it('describeRelease gives the number of annotations, their split and the held-out annotations', () => {
  expect(describeRelease(release)).toBe(
    '5 annotations: 4 train, 1 test. As of 22 Nov 2026, 08:19 UTC. 2 annotations held out.',
  )
  const counts = {
    train: makeCounts(1),
    test: makeCounts(0),
    heldOut: makeCounts(0),
    excluded: null,
  }
  expect(describeRelease({ ...release, counts })).toBe(
    '1 annotation, all in train. As of 22 Nov 2026, 08:19 UTC.',
  )
  const emptyCounts = { ...counts, train: makeCounts(0) }
  expect(describeRelease({ ...release, counts: emptyCounts })).toMatch(/^Empty: no annotations/)
})

it('adjudicated solutions without votes do not make a release empty', () => {
  const withoutVotes = { annotations: 0, solutions: 2, problems: 1 }
  const counts = {
    train: withoutVotes,
    test: withoutVotes,
    heldOut: makeCounts(0),
    excluded: makeEmptyExclusionCounts(),
  }
  const options = { ...release.options, consensus: 'adjudicated' } as const
  const size = '4 solutions: 2 train, 2 test.'
  expect(describeRelease({ ...release, options, counts })).toBe(
    `${size} As of 22 Nov 2026, 08:19 UTC.`,
  )
  expect(describeReleasePreview({ counts }, 'adjudicated')).toBe(size)
})

it('describeReleaseOptions lists options without a default only if they were set', () => {
  const names = { list: () => 'MATH-500', person: (labeler: string) => labeler.toUpperCase() }
  expect(describeReleaseOptions(release.options, names).map(({ label }) => label)).toEqual([
    'Formats',
    'Annotations',
    'Multiple annotations',
    'Test',
  ])
  const options = releaseOptionsSchema.parse({
    formats: ['trl-stepwise', 'stepmark', 'preference'],
    neutral: 'drop',
    promptSeparator: 'line-break',
    events: true,
    filters: { labelers: ['ada'], until: '2026-02-01T00:00:00Z', includeGold: true },
    consensus: 'latest',
    split: { testShare: 0.29, seed: 's' },
    heldOut: { lists: [release.release], action: 'test' },
    since: 2,
  })
  expect(describeReleaseOptions(options, names)).toEqual([
    { label: 'Formats', text: 'TRL stepwise, Stepmark, Preference pairs' },
    { label: 'Neutral ratings', text: 'End the row before the first neutral step' },
    { label: 'Separator between problem and solution', text: 'Line break' },
    { label: 'Labelling events', text: 'Included in Stepmark lines' },
    { label: 'Annotations', text: 'All' },
    { label: 'Submitted', text: 'before 1 Feb 2026, 00:00 UTC' },
    { label: 'Annotators', text: 'ADA' },
    { label: 'Includes', text: 'gold' },
    { label: 'Multiple annotations', text: 'Latest only' },
    { label: 'Test', text: '29% of problems, seed s' },
    { label: 'Held out', text: 'MATH-500: in test' },
    { label: 'Incremental', text: 'New or changed since release 2' },
  ])
})

it('compareReleaseOptions lists the options in which two releases differ', () => {
  const names = { list: () => 'MATH-500', person: (labeler: string) => labeler }
  const changedOptions = releaseOptionsSchema.parse({
    formats: ['stepmark'],
    heldOut: { lists: [release.release], action: 'test' },
    split: { testShare: 0.1 },
  })
  expect(compareReleaseOptions(release.options, changedOptions, names)).toEqual([
    { label: 'Test', before: 'None', after: '10% of problems' },
    { label: 'Held out', before: null, after: 'MATH-500: in test' },
  ])
  expect(compareReleaseOptions(changedOptions, changedOptions, names)).toEqual([])
})

const exclusionCounts = { ...makeEmptyExclusionCounts(), filtered: 3, unfinished: 1 }

it('describeReleasePreview gives the counts of a release before it is created', () => {
  const counts = {
    train: makeCounts(4),
    test: makeCounts(1),
    heldOut: makeCounts(2),
    excluded: exclusionCounts,
  }
  expect(describeReleasePreview({ counts }, 'each')).toBe(
    '5 annotations: 4 train, 1 test. 6 annotations excluded.',
  )
  expect(
    describeReleasePreview(
      {
        counts: {
          train: makeCounts(1),
          test: makeCounts(0),
          heldOut: makeCounts(0),
          excluded: { ...exclusionCounts, filtered: 0, unfinished: 0 },
        },
      },
      'each',
    ),
  ).toBe('1 annotation, all in train.')
  expect(
    describeReleasePreview(
      { counts: { ...counts, train: makeCounts(0), test: makeCounts(0) } },
      'latest',
    ),
  ).toBe('No annotations match. 6 annotations excluded.')
  const combinedCounts = { ...makeCounts(7), solutions: 3 }
  expect(describeReleasePreview({ counts: { ...counts, train: combinedCounts } }, 'majority')).toBe(
    '4 solutions, combined from 8 annotations: 3 train, 1 test. 6 annotations excluded.',
  )
})

it('describeReleaseOptions says how several annotations of a solution are combined', () => {
  const names = { list: String, person: String }
  const describeConsensus = (
    consensus: 'majority' | 'adjudicated',
    fallback?: 'exclude' | 'latest',
  ) =>
    describeReleaseOptions({ ...release.options, consensus, fallback }, names).find(
      ({ label }) => label === 'Multiple annotations',
    )!.text
  expect(describeConsensus('majority')).toBe('Majority')
  expect(describeConsensus('adjudicated', 'latest')).toBe('Adjudicated, else Latest only')
  expect(describeConsensus('adjudicated', 'exclude')).toBe('Adjudicated, else excluded')
})

it('describeReleaseDifference counts solutions if both releases combine annotations, and rows if only one does', () => {
  const lists = { options: [], firstAdded: [], firstRemoved: [], firstChanged: [], firstMoved: [] }
  const counts = { unchanged: 36, added: 3, removed: 0, changed: 0, moved: 0 }
  const difference = { from: 1, to: 2, ...counts, ...lists }
  expect(describeReleaseDifference(difference, ['majority', 'dawid-skene'])).toBe(
    'Compared with release 1: 3 solutions new, 0 changed, 0 removed, 0 moved between train and test, 36 unchanged.',
  )
  expect(describeReleaseDifference(difference, ['each', 'latest'])).toContain('3 annotations new')
  expect(describeReleaseDifference(difference, ['each', 'majority'])).toContain('3 rows new')
  expect(describeReleaseDifference({ ...difference, added: 0 }, ['majority', 'majority'])).toBe(
    'Same 36 solutions as release 1.',
  )
})
