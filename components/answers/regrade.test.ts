import { describe, expect, test } from 'vitest'
import type { Regrade } from './pair'
import {
  chooseNewest,
  countChanged,
  describeApplying,
  describeEnd,
  tabulateChanges,
  warnOfUnsure,
} from './regrade'

const changes: Regrade['changes'] = [
  { from: 'unsure', to: 'correct', solutions: 12 },
  { from: 'unsure', to: 'unsure', solutions: 3 },
  { from: 'wrong', to: 'wrong', solutions: 1_500 },
  { from: 'correct', to: 'wrong', solutions: 1 },
]

function makeRegrade(given: Partial<Regrade>): Regrade {
  return {
    ...{ regrade: 'r', state: 'previewed', mode: 'semantic', graderVersion: 'meaning-1' },
    ...{ readRows: 1_516, allRows: 1_516, changes, kept: 0, firstPairs: [], message: null },
    ...{ by: 'Ada', appliedBy: null, createdAt: '2026-11-21T22:04:00.000Z', finishedAt: null },
    ...given,
  }
}

test('what stays is no change', () => {
  expect(countChanged(changes)).toBe(13)
})

test('every verdict has a row and a column, also where no solution is', () => {
  const table = tabulateChanges(changes)
  expect(table.map(({ from }) => from)).toEqual(['correct', 'wrong', 'unsure'])
  expect(table.map(({ to }) => to.map(({ solutions }) => solutions))).toEqual([
    [0, 1, 0],
    [0, 1_500, 0],
    [12, 0, 3],
  ])
})

describe('what applying does is said before it is done', () => {
  test('with the number, and with what is left alone', () => {
    const words = describeApplying(makeRegrade({ kept: 1 }))
    expect(words).toContain('13 solutions get another verdict')
    expect(words).toContain('Labels are not touched')
    expect(words).toContain('1 verdict that a person or the file gave stays as it is.')
  })

  test('nothing to change is said too', () => {
    expect(describeApplying(makeRegrade({ changes: [changes[1]!] }))).toContain(
      'No verdict would change',
    )
  })
})

test('a mode that would leave most unsure is warned of, unless they are so already', () => {
  const many = { from: 'wrong', to: 'unsure', solutions: 5_000 } as const
  expect(warnOfUnsure(makeRegrade({}))).toBeNull()
  expect(warnOfUnsure(makeRegrade({ mode: 'choice', changes: [...changes, many] }))).toMatch(
    /^More than half would be unsure: 5,003 solutions of 6,516 solutions\. .* no letters of choices/,
  )
  const already = { from: 'unsure', to: 'unsure', solutions: 50_000 } as const
  expect(warnOfUnsure(makeRegrade({ changes: [...changes, many, already] }))).toBeNull()
  expect(warnOfUnsure(makeRegrade({ changes: [] }))).toBeNull()
})

test('an end says what became of it; what has not ended says nothing', () => {
  expect(describeEnd(makeRegrade({}))).toBeNull()
  expect(describeEnd(makeRegrade({ state: 'done' }))).toMatch(/^Applied: 13 solutions have/)
  expect(describeEnd(makeRegrade({ state: 'failed', message: 'Out of memory.' }))).toContain(
    'nothing was changed. Out of memory.',
  )
})

test('what the page found out stands until the server names a later one', () => {
  const first = { regrade: 'a', createdAt: '2026-11-22T09:00:00.000Z', state: 'applying' }
  const before = { ...first, state: 'previewed' }
  const second = { regrade: 'b', createdAt: '2026-11-22T09:01:00.000Z', state: 'previewing' }
  expect(chooseNewest(null, null)).toBeNull()
  expect(chooseNewest(null, before)).toBe(before)
  expect(chooseNewest(first, before)).toBe(first)
  expect(chooseNewest(second, first)).toBe(second)
  expect(chooseNewest(first, second)).toBe(second)
})
