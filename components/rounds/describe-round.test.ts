import { describe, expect, it, test } from 'vitest'
import { roundPolicyField } from '@/lib/rounds/policy'
import { describePolicy, describeScores } from './describe-policy'
import {
  describeClosing,
  describePlan,
  describeReplaced,
  describeRound,
  describeStanding,
  listShortfalls,
} from './describe-round'
import { describeLeftOut } from './left-out-words'
import type { Round } from './round'

const policy = (asked = {}) => roundPolicyField.parse(asked)

const round: Round = {
  ...{ round: 'r', number: 7, state: 'open', policy: policy(), scores: null, message: null },
  outcome: {
    ...{ solutions: 8_192, queued: 1_200, annotations: 1_200, steps: 9_600, kept: 3, dropped: 40 },
    ...{ slices: [], scored: null, leftOut: [], head: [] },
  },
  ...{ secondsPerStep: 18, readRows: 0, allRows: null, by: 'Amara' },
  ...{ createdAt: '2026-11-17T08:00:00Z', openedAt: '2026-11-17T09:00:00Z', closedAt: null },
}

describe('the abstract of the open round', () => {
  it('has the numbers in sentences', () => {
    expect(describeRound(round, { held: 14 }, { annotations: 412 })).toBe(
      '1,200 solutions: convincing wrong answers first, strictly by score, and one in ten drawn at random, because only those tell the true rate of errors. 412 are labelled, and 14 are with somebody now. About 32 hours of work are left at most. The scores were frozen on 17 November.',
    )
  })

  it('counts annotations where solutions go to several people', () => {
    const shared = { ...round, outcome: { ...round.outcome!, annotations: 1_320 } }
    expect(describeRound(shared, { held: 0 }, { annotations: 1 })).toContain(
      '1 of 1,320 annotations is in and none is with somebody now.',
    )
  })

  it('says that nobody can tell the time yet, that all is done, and nothing of scores that there are not', () => {
    const unknown = { ...round, secondsPerStep: null }
    expect(describeRound(unknown, { held: 0 }, { annotations: 0 })).toContain(
      'How long the rest takes can be said once some solutions are labelled.',
    )
    expect(describeRound(unknown, { held: 0 }, { annotations: 1_200 })).toContain(
      'All of it is done.',
    )
    const unscored = { ...round, policy: policy({ scores: { source: 'none' } }) }
    expect(describeRound(unscored, { held: 0 }, { annotations: 0 })).not.toContain('frozen')
  })
})

test.each([
  [
    { exploration: 0 },
    'convincing wrong answers first, strictly by score, and none drawn at random',
  ],
  [{ exploration: 1 }, /^all drawn at random/],
  [{ exploration: 0.15 }, /15\u00a0% drawn at random/],
  [{ exploration: 0.5 }, /one in two drawn at random/],
  [
    {
      slices: [
        { policy: 'convincing-wrong', share: 0.9 },
        { policy: 'uncertain', share: 0.1 },
      ],
    },
    /^90\u00a0% convincing wrong answers, 10\u00a0% what the scorer is unsure of, and one in ten drawn/,
  ],
])('a policy in words: %j', (asked, words) => {
  expect(describePolicy(policy(asked))).toMatch(words)
})

describe('a round in which a slice gets nothing', () => {
  const slices: NonNullable<Round['outcome']>['slices'] = [
    { slice: 'convincing-wrong', queued: 15, found: 246 },
    { slice: 'uncertain', queued: 0, found: 0 },
    { slice: 'random', queued: 3, found: 264 },
  ]
  const short: Round = {
    ...round,
    policy: policy({
      slices: [
        { policy: 'convincing-wrong', share: 0.5 },
        { policy: 'uncertain', share: 0.5 },
      ],
      size: 30,
    }),
    outcome: { ...round.outcome!, queued: 18, solutions: 264, slices },
  }

  it('is said by what was selected, not by what was asked for', () => {
    const said =
      '15 with a convincing wrong answer and 3 drawn at random, because only those tell the true rate of errors.'
    expect(describePlan(short)).toContain(`18 of 264 solutions: ${said}`)
    expect(describeRound(short, { held: 0 }, { annotations: 0 })).toContain(`18 solutions: ${said}`)
  })

  it('has its shortfalls named before it is opened', () => {
    expect(listShortfalls(short)).toEqual([
      'Uncertain gets nothing: no open solution has scores of its steps, which say how sure a scorer is.',
      '30 solutions were asked for, and the slices find 18 with what is drawn at random.',
    ])
    expect(listShortfalls(round)).toEqual([])
  })

  it('one slice of which all that was asked for is there is said as it was asked for', () => {
    const [first, , random] = slices
    const one = { ...round, outcome: { ...round.outcome!, slices: [first!, random!] } }
    expect(describePlan(one)).toContain('strictly by score, and one in ten drawn at random')
  })
})

test('scores that came as one number a solution are of no steps', () => {
  const withScores = (whole: number, bySteps: number) => ({
    ...round,
    outcome: { ...round.outcome!, scored: { whole, bySteps } },
  })
  expect(describeScores(withScores(264, 0))).toBe(
    'Scores came with the data: one number for each solution, taken as it is.',
  )
  expect(describeScores(withScores(4, 260))).toBe(
    'Scores came with the data: of 4 solutions one number, taken as it is; of 260 the product of the steps.',
  )
  expect(describeScores(withScores(0, 264))).toBe(
    'Scores came with the data: the product of the steps.',
  )
})

test('where scores come from', () => {
  expect(describeScores(round)).toBe('Scores came with the data: the product of the steps.')
  const ofRun = { ...round, scores: { run: 3, model: 'embedded 2' } }
  expect(describeScores(ofRun)).toBe(
    'Scores are those of run 3, embedded 2: the product of the steps.',
  )
  expect(
    describeScores({ policy: policy({ scores: { source: 'none' } }), scores: null, outcome: null }),
  ).toMatch(/^There are no scores/)
})

describe('a plan', () => {
  it('says how much work it is, and that nothing changed', () => {
    expect(describePlan(round)).toMatch(
      /^1,200 of 8,192 solutions: .* That is about 48 hours of work at most, with 8 steps a solution\. Nothing has changed yet\.$/,
    )
  })

  it('says where it selects nothing', () => {
    const empty = { ...round, outcome: { ...round.outcome!, queued: 0 } }
    expect(describePlan(empty)).toMatch(/^None of 8,192 solutions/)
  })

  it.each([
    [{ kept: 0, dropped: 0 }, /^Nothing that waits .* None is begun\./],
    [
      { kept: 1, dropped: 1 },
      /^1 solution that waits now and is not begun goes .* begun stays until it is done/,
    ],
    [
      { kept: 3, dropped: 40 },
      /^40 solutions that wait now and are not begun go .* stay until they are done/,
    ],
  ])('what it replaces: %j', (counts, words) => {
    expect(describeReplaced(counts)).toMatch(words)
  })
})

test('the queue without an open round', () => {
  expect(describeStanding({ open: 774, held: 14 }, null)).toMatch(
    /^No round was opened yet\. 774 solutions wait .* 14 are with somebody now\.$/,
  )
  expect(describeStanding({ open: 0, held: 0 }, null)).toMatch(/^Everything .* is labelled\./)
  const last = { number: 2, closedAt: '2026-11-17T09:00:00Z' }
  expect(describeStanding({ open: 0, held: 1 }, last)).toBe(
    'Round 2 was closed on 17 November, and nothing waits any more. 1 is with somebody now. Open another for more work.',
  )
})

test('the ledger names the cap that was asked for', () => {
  expect(describeLeftOut('per-problem-cap', { perProblem: 5 })).toBe(
    'more than 5 of the same problem',
  )
  expect(describeLeftOut('gold', { perProblem: 5 })).toMatch(/^gold/)
})

test('closing is asked with what it does', () => {
  expect(describeClosing({ open: 319, held: 14 })).toBe(
    '319 solutions are open. Those that nobody has begun leave the queue; those that are begun stay until they are done, also the 14 that somebody holds now. Labels are not touched.',
  )
  expect(describeClosing({ open: 1, held: 0 })).toMatch(
    /^1 solution is open\. .* until they are done\. /,
  )
})
