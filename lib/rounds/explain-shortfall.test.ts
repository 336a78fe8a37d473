import { expect, test } from 'vitest'
import {
  explainEmptySlice,
  explainRoundShortfall,
  explainSliceShortfall,
} from './explain-shortfall'

test('the explanation of an empty slice says whether no solution matches or other slices and limits took them all', () => {
  const [outcome, policy] = [{ queued: 4 }, { exploration: 0.1 }]
  const explain = (slice: Parameters<typeof explainEmptySlice>[0]) =>
    explainEmptySlice(slice, outcome, policy)
  const uncertain = { slice: 'uncertain' as const, queued: 0 }
  expect(explain({ ...uncertain, queued: 1, matching: 1 })).toBeNull()
  expect(explain({ ...uncertain, matching: 0 })).toBe('no eligible solution has step scores')
  expect(explain({ ...uncertain, matching: 7 })).toMatch(/^other slices or the limit/)
  expect(explain({ slice: 'random', queued: 0, matching: 7 })).toBe(
    '10% of 4 solutions is less than one',
  )
})

test('a slice without enough solutions for its share ran out', () => {
  const slices = [
    { slice: 'convincing-wrong' as const, queued: 7, matching: 9 },
    { slice: 'right-answer-weak-process' as const, queued: 11, matching: 40 },
    { slice: 'random' as const, queued: 2, matching: 60 },
  ]
  const policy = {
    exploration: 0.1,
    slices: [
      { policy: 'convincing-wrong' as const, share: 0.6 },
      { policy: 'right-answer-weak-process' as const, share: 0.2 },
      { policy: 'uncertain' as const, share: 0.2 },
    ],
  }
  const explain = (slice: (typeof slices)[number]) =>
    explainSliceShortfall(slice, { queued: 20, slices }, policy)
  expect(slices.map(explain)).toEqual(['ran out after 7', null, null])
  expect(explain({ ...slices[0]!, queued: 0, matching: 0 })).toMatch(/^no eligible solution/)
  // One behind, because shares are no whole numbers of solutions.
  expect(explain({ ...slices[0]!, queued: 10 })).toBeNull()
})

test('the explanation of a round below its requested size names the limit per problem only if that excludes solutions', () => {
  const notSelected = [
    { reason: 'per-problem-cap' as const, solutions: 246, examples: [], facts: [] },
  ]
  expect(explainRoundShortfall({ queued: 18, notSelected }, { size: 30, perProblem: 1 })).toBe(
    'Selects 18 of the requested 30 solutions, including the random sample. The limit of 1 per problem excludes 246 more',
  )
  expect(
    explainRoundShortfall({ queued: 18, notSelected: [] }, { size: 30, perProblem: null }),
  ).toMatch(/sample$/)
  for (const size of [18, null])
    expect(explainRoundShortfall({ queued: 18, notSelected }, { size, perProblem: 1 })).toBeNull()
})
