import { expect, test } from 'vitest'
import { explainEmpty, explainSize } from './explain-shortfall'

test('why a slice that was asked for got nothing', () => {
  const uncertain = { slice: 'uncertain' as const, queued: 0 }
  expect(explainEmpty({ ...uncertain, queued: 1, found: 1 })).toBeNull()
  expect(explainEmpty({ ...uncertain, found: 0 })).toBe(
    'no open solution has scores of its steps, which say how sure a scorer is',
  )
  expect(explainEmpty({ ...uncertain, found: 7 })).toMatch(/^other slices or the cap/)
  expect(explainEmpty({ slice: 'random', queued: 0, found: 7 })).toMatch(/^too few/)
})

test('why a round is smaller than it was asked to be', () => {
  const left = [{ reason: 'per-problem-cap' as const, solutions: 246, examples: [], facts: [] }]
  expect(explainSize({ queued: 18, leftOut: left }, { size: 30, perProblem: 1 })).toBe(
    '30 solutions were asked for, and the slices find 18 with what is drawn at random; 246 more would be, but for the cap of 1 of each problem',
  )
  expect(explainSize({ queued: 18, leftOut: [] }, { size: 30, perProblem: null })).toMatch(
    /at random$/,
  )
  for (const size of [18, null])
    expect(explainSize({ queued: 18, leftOut: left }, { size, perProblem: 1 })).toBeNull()
})
