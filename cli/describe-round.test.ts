import { describe, expect, test } from 'vitest'
import { describeRound } from './describe-round'
import type { Round } from './round-requests'
import { formatExcerpt } from './terminal'

const outcome = {
  queued: 1,
  solutions: 33,
  annotations: 2,
  steps: 5,
  slices: [],
  notSelected: [],
  carriedOver: 8,
  removed: 3,
  firstItems: [],
}

const describeOutcome = (changes: object) =>
  describeRound({
    number: null,
    state: 'planned',
    by: 'Ada',
    createdAt: '2026-03-02T09:00:00Z',
    startedAt: null,
    closedAt: null,
    message: null,
    scores: null,
    secondsPerStep: 30,
    policy: { size: null, overlap: {} },
    outcome: { ...outcome, ...changes },
  } as unknown as Round)

describe('a round in the terminal', () => {
  test('has the number of annotations, the work and the started solutions that stay', () => {
    const text = describeOutcome({})
    expect(text).toContain('selects 1 of 33 solutions, 2 annotations, at most 5 minutes of work\n')
    expect(text).toContain('current queue: 8 started solutions kept, 3 waiting replaced')
  })

  test('that selects nothing has no annotations and no work', () => {
    const text = describeOutcome({ queued: 0, annotations: 0, steps: 0 })
    expect(text).toContain('  selects none of 33 solutions\n')
    expect(text).not.toContain('of work')
  })

  test('shows long problems up to a whole word, with an ellipsis', () => {
    const problem = `${'abcd '.repeat(11)}abcdefgh`
    const item = { slice: 'other', slots: 1, reason: 'random', problem }
    expect(describeOutcome({ firstItems: [item] })).toMatch(/random {2}(abcd ){11}…$/)
    const shortItem = { ...item, problem: 'What is\n1 + 1?' }
    expect(describeOutcome({ firstItems: [shortItem] })).toMatch(/random {2}What is 1 \+ 1\?$/)
  })
})

test('an excerpt of a cut text drops the last word, unless it is the only word', () => {
  expect(formatExcerpt('one\n two thr', true)).toBe('one two …')
  expect(formatExcerpt(' one  two three ', false)).toBe('one two three')
  expect(formatExcerpt('onetwothree', true)).toBe('onetwothree …')
})
