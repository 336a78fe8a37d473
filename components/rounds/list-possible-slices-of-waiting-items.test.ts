import { expect, test } from 'vitest'
import { listPossibleSlicesOfWaitingItems } from './list-possible-slices-of-waiting-items'
import type { Round } from './round'

const makeOutcome = (carriedOver: number, slices: Record<string, number>) =>
  ({
    carriedOver,
    slices: Object.entries(slices).map(([slice, queued]) => ({ slice, queued, matching: null })),
  }) as unknown as Round['outcome']

const closedRound = {
  number: 1,
  state: 'closed' as const,
  outcome: makeOutcome(0, { uncertain: 9 }),
}

test('the slice filter of the queue offers only the non-empty slices of the active round if it kept no earlier items', () => {
  const activeRound = {
    number: 2,
    state: 'active' as const,
    outcome: makeOutcome(0, { 'convincing-wrong': 15, uncertain: 0, random: 3 }),
  }
  expect(listPossibleSlicesOfWaitingItems([activeRound, closedRound])).toEqual([
    'convincing-wrong',
    'random',
  ])
})

test('the slice filter also offers earlier slices if the active round kept earlier items, or if no round is active', () => {
  const activeRound = {
    number: 2,
    state: 'active' as const,
    outcome: makeOutcome(4, { random: 3 }),
  }
  const importSlices = ['convincing-wrong', 'wrong', 'rest']
  expect(listPossibleSlicesOfWaitingItems([activeRound, closedRound])).toEqual([
    'random',
    'uncertain',
    ...importSlices,
  ])
  expect(listPossibleSlicesOfWaitingItems([closedRound])).toEqual(['uncertain', ...importSlices])
  expect(listPossibleSlicesOfWaitingItems([])).toEqual(importSlices)
  expect(
    listPossibleSlicesOfWaitingItems([
      { number: null, state: 'planned', outcome: makeOutcome(0, { random: 1 }) },
    ]),
  ).toEqual(importSlices)
})
