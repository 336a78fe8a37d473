import { expect, it } from 'vitest'
import { releaseOptions } from '@/lib/exports/contract'
import { noNotTaken } from '@/lib/exports/release-manifest'
import {
  compareOptions,
  describeOptions,
  describePreview,
  describeRelease,
  listNotTaken,
} from './describe-release'
import type { Release } from './release'

const count = (annotations: number) => ({
  annotations,
  solutions: annotations,
  problems: annotations,
})
const release: Release = {
  release: '01900000-0000-7000-8000-000000000000',
  number: 3,
  name: 'Third',
  state: 'done',
  options: releaseOptions.parse({ formats: ['stepmark'] }),
  readRows: 5,
  allRows: 5,
  message: null,
  snapshotAt: '2026-11-22T08:19:00Z',
  counts: { train: count(4), test: count(1), leftOut: count(2), notTaken: null },
  warnings: [],
  files: [],
  by: 'Ada',
  createdAt: '2026-11-22T08:18:00Z',
  finishedAt: '2026-11-22T08:20:00Z',
}

it('says how many annotations a release holds, how they are split, and what stayed out', () => {
  expect(describeRelease(release)).toBe(
    '5 annotations as of 22 Nov 2026, 08:19 UTC: 4 to train on and 1 to test with, no problem in both. 2 annotations of held-out problems stayed out.',
  )
  const counts = { train: count(1), test: count(0), leftOut: count(0), notTaken: null }
  expect(describeRelease({ ...release, counts })).toBe(
    '1 annotation as of 22 Nov 2026, 08:19 UTC, all to train on.',
  )
  const none = { ...counts, train: count(0) }
  expect(describeRelease({ ...release, counts: none })).toMatch(/^Holds no annotation/)
})

it('says what was asked for, and nothing of what was not', () => {
  const names = { list: () => 'MATH-500', person: (labeler: string) => labeler.toUpperCase() }
  expect(describeOptions(release.options, names).map(({ place }) => place)).toEqual([
    'Formats',
    'Annotations',
    'Of one solution',
    'Test',
  ])
  const asked = releaseOptions.parse({
    formats: ['trl-stepwise', 'stepmark'],
    neutral: 'drop',
    events: true,
    filters: { labelers: ['ada'], until: '2026-02-01T00:00:00Z', withGold: true },
    consensus: 'latest',
    split: { testShare: 0.29, seed: 's' },
    heldOut: { lists: [release.release], become: 'test' },
    since: 2,
  })
  expect(describeOptions(asked, names)).toEqual([
    { place: 'Formats', words: 'TRL stepwise, Stepmark' },
    { place: 'A neutral rating', words: 'ends the row before it' },
    { place: 'Acts while labelling', words: 'in Stepmark lines' },
    { place: 'Annotations', words: 'all' },
    { place: 'Submitted', words: 'before 1 Feb 2026, 00:00 UTC' },
    { place: 'By', words: 'ADA' },
    { place: 'Also', words: 'gold' },
    { place: 'Of one solution', words: 'the newest annotation' },
    { place: 'Test', words: '29 % of the problems, seed s' },
    { place: 'Held out', words: 'MATH-500: to test' },
    { place: 'Since', words: 'only what is new or changed since release 2' },
  ])
})

it('compares what two releases were asked for, in the same words', () => {
  const names = { list: () => 'MATH-500', person: (labeler: string) => labeler }
  const now = releaseOptions.parse({
    formats: ['stepmark'],
    heldOut: { lists: [release.release], become: 'test' },
    split: { testShare: 0.1 },
  })
  expect(compareOptions(release.options, now, names)).toEqual([
    { place: 'Test', was: 'no problems by chance', is: '10 % of the problems' },
    { place: 'Held out', was: null, is: 'MATH-500: to test' },
  ])
  expect(compareOptions(now, now, names)).toEqual([])
})

const notTaken = { ...noNotTaken(), otherFilters: 3, unfinished: 1 }

it('lists why annotations were not taken, and nothing of which there is none', () => {
  expect(listNotTaken(null)).toEqual([])
  expect(listNotTaken(notTaken).map(({ annotations }) => annotations)).toEqual([3, 1])
})

it('says what is about to be frozen', () => {
  const counts = { train: count(4), test: count(1), leftOut: count(2), notTaken }
  expect(describePreview({ counts }, 'each')).toBe(
    'About to freeze 5 annotations: 4 to train on, 1 to test with; 6 stay out.',
  )
  expect(
    describePreview(
      {
        counts: {
          train: count(1),
          test: count(0),
          leftOut: count(0),
          notTaken: { ...notTaken, otherFilters: 0, unfinished: 0 },
        },
      },
      'each',
    ),
  ).toBe('About to freeze 1 annotation, all to train on.')
  expect(
    describePreview({ counts: { ...counts, train: count(0), test: count(0) } }, 'latest'),
  ).toBe('Nothing to freeze: no annotation matches; 6 stay out.')
  const three = { ...count(7), solutions: 3 }
  expect(describePreview({ counts: { ...counts, train: three } }, 'majority')).toBe(
    'About to freeze 8 annotations (4 solutions, a row each): 7 to train on, 1 to test with; 6 stay out.',
  )
})

it('says what decides where several people labelled a solution', () => {
  const names = { list: String, person: String }
  const say = (consensus: 'majority' | 'adjudicated', fallback?: 'leave-out' | 'latest') =>
    describeOptions({ ...release.options, consensus, fallback }, names).find(
      ({ place }) => place === 'Of one solution',
    )!.words
  expect(say('majority')).toBe('what most people say')
  expect(say('adjudicated', 'latest')).toBe('the reviewer’s labels, else the newest annotation')
  expect(say('adjudicated', 'leave-out')).toBe('the reviewer’s labels, else nothing')
})
