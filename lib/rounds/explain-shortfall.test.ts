import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  explainEmptySlice,
  explainRoundShortfall,
  explainSliceShortfall,
} from './explain-shortfall'
import { mergeSlicesByShare } from './interleave'
import { makeCandidate } from './testing/candidates'

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
  // 10 of 10.8 solutions, because a share need not be a whole number of solutions.
  expect(explain({ ...slices[0]!, queued: 10 })).toBeNull()
})

test('a slice with solutions left is never said to have run out', () => {
  const names = ['convincing-wrong', 'right-answer-weak-process', 'uncertain'] as const
  const allShares = fc.tuple(fc.nat(98), fc.nat(98), fc.nat(98)).map((n) => n.map((x) => x + 1))
  fc.assert(
    fc.property(allShares, fc.integer({ min: 1, max: 60 }), (shares, count) => {
      const policies = names.map((policy, i) => ({ policy, share: shares[i]! }))
      const ranked = policies.map((slice) => ({ ...slice, ranked: listCandidates(count) }))
      const merged = mergeSlicesByShare(
        ranked,
        count,
        () => true,
        () => undefined,
      )
      const slices = names.map((slice) => ({
        slice,
        queued: merged.filter(({ policy }) => policy === slice).length,
        matching: count,
      }))
      for (const slice of slices.filter(({ queued }) => queued > 0))
        expect(
          explainSliceShortfall(
            slice,
            { queued: count, slices },
            { exploration: 0, slices: policies },
          ),
        ).toBeNull()
    }),
  )
})

const listCandidates = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    candidate: makeCandidate(String(i)),
    key: i,
    rank: i + 1,
    poolSize: 1,
  }))

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
