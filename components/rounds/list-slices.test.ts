import { expect, test } from 'vitest'
import { listSlices } from './list-slices'
import type { Round } from './round'

const outcome = (kept: number, slices: Record<string, number>) =>
  ({
    kept,
    slices: Object.entries(slices).map(([slice, queued]) => ({ slice, queued, found: null })),
  }) as unknown as Round['outcome']

const closed = { number: 1, state: 'closed' as const, outcome: outcome(0, { uncertain: 9 }) }

test('the slices that the open round serves, and no others', () => {
  const open = {
    ...{ number: 2, state: 'open' as const },
    outcome: outcome(0, { 'convincing-wrong': 15, uncertain: 0, random: 3 }),
  }
  expect(listSlices([open, closed])).toEqual(['convincing-wrong', 'random'])
})

test('what was begun before it, and what stays of a closed round, may be of any earlier one', () => {
  const open = { number: 2, state: 'open' as const, outcome: outcome(4, { random: 3 }) }
  const all = ['convincing-wrong', 'wrong', 'rest']
  expect(listSlices([open, closed])).toEqual(['random', 'uncertain', ...all])
  expect(listSlices([closed])).toEqual(['uncertain', ...all])
  expect(listSlices([])).toEqual(all)
  expect(
    listSlices([{ number: null, state: 'planned', outcome: outcome(0, { random: 1 }) }]),
  ).toEqual(all)
})
