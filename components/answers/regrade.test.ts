import { describe, expect, test } from 'vitest'
import type { Regrade } from './answers'
import {
  chooseNewestRegrade,
  countChangedVerdicts,
  describeRegradeEffect,
  formatGraderVersion,
  describeRegradeEnd,
  tabulateVerdictChanges,
  formatUnsureWarning,
} from './regrade'

const changes: Regrade['changes'] = [
  { from: 'unsure', to: 'correct', solutions: 12 },
  { from: 'unsure', to: 'unsure', solutions: 3 },
  { from: 'wrong', to: 'wrong', solutions: 1_500 },
  { from: 'correct', to: 'wrong', solutions: 1 },
]

function makeRegrade(overrides: Partial<Regrade>): Regrade {
  return {
    regrade: 'r',
    state: 'previewed',
    waitingFor: null,
    mode: 'semantic',
    graderVersion: 'meaning-1',
    readRows: 1_516,
    allRows: 1_516,
    changes,
    unchanged: 0,
    firstPairs: [],
    message: null,
    by: 'Ada',
    appliedBy: null,
    createdAt: '2026-11-21T22:04:00.000Z',
    finishedAt: null,
    ...overrides,
  }
}

test('countChangedVerdicts counts the solutions whose verdict a regrade changes', () => {
  expect(countChangedVerdicts(changes)).toBe(13)
})

test('the table of regrade changes has a row and a column for every verdict, even one without solutions', () => {
  const table = tabulateVerdictChanges(changes)
  expect(table.map(({ from }) => from)).toEqual(['correct', 'wrong', 'unsure'])
  expect(table.map(({ to }) => to.map(({ solutions }) => solutions))).toEqual([
    [0, 1, 0],
    [0, 1_500, 0],
    [12, 0, 3],
  ])
})

test('formatGraderVersion shows only the number of a grader version', () => {
  expect(formatGraderVersion('meaning-3')).toBe('grader version 3')
})

describe('describeRegradeEffect', () => {
  test('counts the verdicts that would change and those that would stay', () => {
    const description = describeRegradeEffect(makeRegrade({ unchanged: 1 }))
    expect(description).toContain('13 verdicts would change. Before the first round')
    expect(description).toContain('Annotations don’t change')
    expect(description).toContain('1 verdict from people or files stays.')
  })

  test('uses the singular for 1 verdict', () => {
    expect(describeRegradeEffect(makeRegrade({ changes: [changes[3]!] }))).toContain(
      '1 verdict would change. Before the first round',
    )
  })

  test('says if no verdict would change', () => {
    expect(describeRegradeEffect(makeRegrade({ changes: [changes[1]!] }))).toContain(
      'No verdict would change',
    )
  })
})

test('formatUnsureWarning warns if a regrade would raise the share of unsure solutions above one half', () => {
  const newlyUnsure = { from: 'wrong', to: 'unsure', solutions: 5_000 } as const
  expect(formatUnsureWarning(makeRegrade({}))).toBeNull()
  expect(
    formatUnsureWarning(makeRegrade({ mode: 'choice', changes: [...changes, newlyUnsure] })),
  ).toMatch(/^More than half would be unsure: 5,003 of 6,516 solutions\. .* not choice letters/)
  const alreadyUnsure = { from: 'unsure', to: 'unsure', solutions: 50_000 } as const
  expect(
    formatUnsureWarning(makeRegrade({ changes: [...changes, newlyUnsure, alreadyUnsure] })),
  ).toBeNull()
  expect(formatUnsureWarning(makeRegrade({ changes: [] }))).toBeNull()
})

test('describeRegradeEnd gives the outcome of a finished regrade, and null for a preview', () => {
  expect(describeRegradeEnd(makeRegrade({}))).toBeNull()
  expect(describeRegradeEnd(makeRegrade({ state: 'done' }))).toMatch(
    /^Applied: 13 verdicts changed/,
  )
  expect(describeRegradeEnd(makeRegrade({ state: 'failed', message: 'Out of memory.' }))).toContain(
    'nothing changed. Out of memory.',
  )
})

test('chooseNewestRegrade returns the polled regrade unless the server rendered one that was created later', () => {
  const first = { regrade: 'a', createdAt: '2026-11-22T09:00:00.000Z', state: 'applying' }
  const before = { ...first, state: 'previewed' }
  const second = { regrade: 'b', createdAt: '2026-11-22T09:01:00.000Z', state: 'previewing' }
  expect(chooseNewestRegrade(null, null)).toBeNull()
  expect(chooseNewestRegrade(null, before)).toBe(before)
  expect(chooseNewestRegrade(first, before)).toBe(first)
  expect(chooseNewestRegrade(second, first)).toBe(second)
  expect(chooseNewestRegrade(first, second)).toBe(second)
})
