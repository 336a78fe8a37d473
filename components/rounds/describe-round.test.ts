import { describe, expect, it, test } from 'vitest'
import { roundPolicyField } from '@/lib/rounds/policy'
import { describeNotSelectedReason } from './describe-not-selected-reason'
import {
  describeClosingEffect,
  describeQueueWithoutRound,
  describeRoundPlan,
  describeQueueChange,
  describeRound,
  describeWaitingSolutions,
  listPlanWarnings,
} from './describe-round'
import { describeRoundPolicy, describeRoundScores } from './describe-round-policy'
import type { Round } from './round'

const makePolicy = (input = {}) => roundPolicyField.parse(input)

const round: Round = {
  round: 'r',
  number: 7,
  state: 'active',
  waitingFor: null,
  policy: makePolicy(),
  scores: null,
  message: null,
  outcome: {
    solutions: 8_192,
    queued: 1_200,
    annotations: 1_200,
    steps: 9_600,
    carriedOver: 3,
    removed: 40,
    slices: [],
    scored: null,
    notSelected: [],
    firstItems: [],
  },
  secondsPerStep: 18,
  readRows: 0,
  allRows: null,
  by: 'Amara',
  createdAt: '2026-11-17T08:00:00Z',
  startedAt: '2026-11-17T09:00:00Z',
  closedAt: null,
}

describe('describeRound', () => {
  it('lists the selection, the progress and the remaining time', () => {
    expect(
      describeRound(round, { leased: 14 }, { solutions: 1_200, annotations: 412, needed: 1_200 }),
    ).toBe(
      '1,200 solutions · convincing wrong answers first, plus a 10% random sample · 412 labelled · 14 solutions in progress · at most 32 hours of work left · scores frozen on 17 November',
    )
  })

  it('counts annotations if solutions have several annotators', () => {
    const overlappingRound = { ...round, outcome: { ...round.outcome!, annotations: 1_320 } }
    expect(
      describeRound(
        overlappingRound,
        { leased: 0 },
        { solutions: 1_198, annotations: 1, needed: 1_318 },
      ),
    ).toMatch(/^1,198 solutions .* 1 of 1,318 annotations · 0 solutions in progress/)
  })

  it('omits the remaining time until it can be estimated', () => {
    const roundWithoutRate = { ...round, secondsPerStep: null }
    expect(
      describeRound(
        roundWithoutRate,
        { leased: 0 },
        { solutions: 1_200, annotations: 0, needed: 1_200 },
      ),
    ).not.toContain('left')
    expect(
      describeRound(
        roundWithoutRate,
        { leased: 0 },
        { solutions: 1_200, annotations: 1_200, needed: 1_200 },
      ),
    ).toContain(' · done')
  })

  it('omits the freeze date without scores', () => {
    const roundWithoutScores = { ...round, policy: makePolicy({ scores: { source: 'none' } }) }
    expect(
      describeRound(
        roundWithoutScores,
        { leased: 0 },
        { solutions: 1_200, annotations: 0, needed: 1_200 },
      ),
    ).not.toContain('frozen')
  })
})

test.each([
  [{ exploration: 0 }, 'convincing wrong answers first, no random sample'],
  [{ exploration: 1 }, /^random sample of all solutions$/],
  [{ exploration: 0.15 }, /plus a 15% random sample$/],
  [
    {
      slices: [
        { policy: 'convincing-wrong', share: 0.9 },
        { policy: 'uncertain', share: 0.1 },
      ],
    },
    /^81% convincing wrong answers, 9% uncertain solutions, 10% random sample$/,
  ],
  [
    {
      slices: [
        { policy: 'convincing-wrong', share: 0.5 },
        { policy: 'uncertain', share: 0.3 },
      ],
      exploration: 0.2,
    },
    /^50% convincing wrong answers, 30% uncertain solutions, 20% random sample$/,
  ],
  [
    {
      slices: [
        { policy: 'convincing-wrong', share: 0.5 },
        { policy: 'uncertain', share: 0.3 },
      ],
      exploration: 0,
    },
    /^63% convincing wrong answers, 37% uncertain solutions, no random sample$/,
  ],
])('describeRoundPolicy describes %j', (input, text) => {
  expect(describeRoundPolicy(makePolicy(input))).toMatch(text)
})

describe('the solutions that a round selects', () => {
  const slices: NonNullable<Round['outcome']>['slices'] = [
    { slice: 'convincing-wrong', queued: 15, matching: 246 },
    { slice: 'uncertain', queued: 0, matching: 0 },
    { slice: 'random', queued: 3, matching: 264 },
  ]
  const roundWithEmptySlice: Round = {
    ...round,
    policy: makePolicy({
      slices: [
        { policy: 'convincing-wrong', share: 0.5 },
        { policy: 'uncertain', share: 0.5 },
      ],
      size: 30,
    }),
    outcome: { ...round.outcome!, queued: 18, solutions: 264, slices },
  }

  it('are counted by slice if a slice is empty, instead of described by the policy', () => {
    const selection = '15 convincing wrong answers, 3 sampled at random'
    expect(describeRoundPlan(roundWithEmptySlice)).toContain(`18 of 264 solutions · ${selection}`)
    expect(
      describeRound(
        roundWithEmptySlice,
        { leased: 0 },
        { solutions: 18, annotations: 0, needed: 1_200 },
      ),
    ).toContain(`18 solutions · ${selection}`)
  })

  it('are named in the singular in a slice with 1 solution', () => {
    const outcome = {
      ...round.outcome!,
      slices: [
        { slice: 'right-answer-weak-process' as const, queued: 1, matching: 1 },
        { slice: 'uncertain' as const, queued: 1, matching: 1 },
        { slice: 'paper-80-20' as const, queued: 1, matching: 1 },
        { slice: 'convincing-wrong' as const, queued: 2, matching: 2 },
      ],
    }
    expect(describeRoundPlan({ ...roundWithEmptySlice, outcome })).toContain(
      '1 correct answer with a weak step, 1 uncertain solution, 1 from the PRM800K mix, 2 convincing wrong answers',
    )
  })

  it('cause plan warnings if a slice is empty, and if they are fewer than requested', () => {
    // The causes come from lib/rounds/explain-shortfall.
    expect(listPlanWarnings(roundWithEmptySlice)).toEqual([
      expect.stringMatching(/^Uncertain is empty: /),
      expect.stringContaining('18'),
    ])
    expect(listPlanWarnings(round)).toEqual([])
  })

  it('are described by the policy and the size of the random sample if there is only one other slice', () => {
    const [firstSlice, , randomSlice] = slices
    const roundWithOneSlice = {
      ...round,
      outcome: { ...round.outcome!, slices: [firstSlice!, randomSlice!] },
    }
    expect(describeRoundPlan(roundWithOneSlice)).toContain(
      'convincing wrong answers first, plus a random sample (3 of 18)',
    )
  })
})

describe('describeRoundScores', () => {
  it('distinguishes whole-solution scores from step scores', () => {
    const makeScoredRound = (bySolution: number, bySteps: number) => ({
      ...round,
      outcome: { ...round.outcome!, scored: { bySolution, bySteps } },
    })
    expect(describeRoundScores(makeScoredRound(264, 0))).toBe('Imported scores: one per solution.')
    expect(describeRoundScores(makeScoredRound(4, 260))).toBe(
      'Imported scores: one per solution for 4 solutions, product of step scores for 260.',
    )
    expect(describeRoundScores(makeScoredRound(0, 264))).toBe(
      'Imported scores: product of step scores.',
    )
  })

  it('names imported scores, a score run or no scores as the source', () => {
    expect(describeRoundScores(round)).toBe('Imported scores: product of step scores.')
    const roundWithScoreRun = {
      ...round,
      scores: {
        run: 3,
        kind: 'embedded' as const,
        scorerName: 'Embedded',
        version: 2,
        model: 'embedded 2',
      },
    }
    expect(describeRoundScores(roundWithScoreRun)).toBe(
      'Run 3 · Embedded v2: product of step scores.',
    )
    const policyWithoutScores = makePolicy({ scores: { source: 'none' } })
    expect(
      describeRoundScores({ policy: policyWithoutScores, scores: null, outcome: null }),
    ).toMatch(/^No scores/)
  })
})

describe('describeRoundPlan', () => {
  it('estimates the working time and says that the queue has not changed', () => {
    expect(describeRoundPlan(round)).toBe(
      '1,200 of 8,192 solutions · convincing wrong answers first, plus a 10% random sample · 8 steps per solution · at most 48 hours of work · queue not changed yet',
    )
  })

  it('says that an empty plan selects nothing', () => {
    const emptyPlan = { ...round, outcome: { ...round.outcome!, queued: 0 } }
    expect(describeRoundPlan(emptyPlan)).toBe(
      'None of the 8,192 solutions match this policy. See why below.',
    )
  })
})

test.each([
  [
    { carriedOver: 0, removed: 0 },
    'No solutions are removed from the queue. Labels are not changed.',
  ],
  [
    { carriedOver: 1, removed: 1 },
    'Replaces 1 waiting solution in the queue. 1 started solution stays until it is finished. Labels are not changed.',
  ],
  [
    { carriedOver: 3, removed: 40 },
    'Replaces 40 waiting solutions in the queue. 3 started solutions stay until they are finished. Labels are not changed.',
  ],
])('describeQueueChange describes %j', (counts, text) => {
  expect(describeQueueChange(counts)).toBe(text)
})

test('describeQueueWithoutRound counts waiting and leased solutions while no round is active', () => {
  expect(describeQueueWithoutRound({ waiting: 774, leased: 14 }, null)).toBe(
    '774 solutions waiting, wrong answers first · 14 in progress',
  )
  expect(describeQueueWithoutRound({ waiting: 0, leased: 0 }, null)).toBe(
    'All imported solutions are labelled.',
  )
  const lastRound = { number: 2, closedAt: '2026-11-17T09:00:00Z' }
  expect(describeQueueWithoutRound({ waiting: 0, leased: 1 }, lastRound)).toBe(
    'Round 2 closed on 17 November · nothing waiting · 1 in progress',
  )
})

test('describeWaitingSolutions says during a round that started solutions of the earlier queue are counted too', () => {
  expect(describeWaitingSolutions(1, null)).toBe('1 solution waiting')
  expect(describeWaitingSolutions(791, round)).toBe(
    '791 solutions waiting, with those started before this round',
  )
  const roundOfEmptyQueue = { ...round, outcome: { ...round.outcome!, carriedOver: 0 } }
  expect(describeWaitingSolutions(788, roundOfEmptyQueue)).toBe('788 solutions waiting')
})

test('describeNotSelectedReason includes the limit per problem', () => {
  expect(describeNotSelectedReason('per-problem-cap', { perProblem: 5 })).toBe(
    'over the limit of 5 per problem',
  )
  expect(describeNotSelectedReason('gold', { perProblem: 5 })).toMatch(/^gold/)
})

test('describeClosingEffect says what closing a round does', () => {
  expect(describeClosingEffect({ waiting: 319, leased: 14 })).toBe(
    '319 solutions waiting, 14 in progress. Solutions that no one has started leave the queue. Started ones stay until they are finished. Labels are not changed.',
  )
  expect(describeClosingEffect({ waiting: 1, leased: 0 })).toMatch(/^1 solution waiting\. /)
})
