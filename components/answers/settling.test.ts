import { describe, expect, test } from 'vitest'
import type { ShownPair } from './pair'
import { belongs, expectStanding, findNext, listPairs, readStanding, wordOf } from './settling'

const at = new Date('2026-11-21T22:04:00Z')
const ada = { person: 'Ada Okoro', at }

function makePair(pair: string, given: Partial<ShownPair> = {}): ShownPair {
  return {
    ...{ pair, given: '0.5', truth: '1/2', verdict: 'unsure', reason: 'Not shown.', by: 'grader' },
    ...{ ruledBy: null, ruledAt: null, note: null, solutions: 2, problems: 1 },
    example: { problem: 'What is it?', solution: pair, lastStep: '0.5' },
    set: { given: [], truth: [], problem: [], lastStep: [] },
    ...given,
  }
}

const ruled = { ruledBy: 'Ben', ruledAt: at.toISOString(), by: 'person' } as const

describe('a pair stands in the list that it belongs to', () => {
  test('unsure by the grader or the file waits; by a person it does not', () => {
    expect(belongs(makePair('a'), 'unsure')).toBe(true)
    expect(belongs(makePair('a', { by: 'file' }), 'unsure')).toBe(true)
    expect(belongs(makePair('a', { by: 'person' }), 'unsure')).toBe(false)
    expect(belongs(makePair('a', { verdict: 'wrong' }), 'unsure')).toBe(false)
  })

  test('what a person said is settled; a search has all', () => {
    expect(belongs(makePair('a', { by: 'person' }), 'settled')).toBe(true)
    expect(belongs(makePair('a'), 'settled')).toBe(false)
    expect(belongs(makePair('a', { verdict: 'wrong' }), 'search')).toBe(true)
  })
})

describe('the list is what the server gave and what was said since', () => {
  const [a, b, c] = [makePair('a'), makePair('b'), makePair('c')]

  test('a pair that is left unsure goes', () => {
    const left = expectStanding(b, { verdict: 'unsure', note: '' }, ada)
    const said = new Map([['b', left]])
    const list = listPairs([a, b, c], { show: 'unsure', said, acted: [b] })
    expect(list.map(({ pair }) => pair)).toEqual(['a', 'c'])
  })

  test('one that is taken back and on the page no more stands at the head', () => {
    const said = new Map([['b', readStanding(b)]])
    const list = listPairs([a, c], { show: 'unsure', said, acted: [b] })
    expect(list.map(({ pair }) => pair)).toEqual(['b', 'a', 'c'])
  })

  test('a search keeps its rows in place and shows the new verdict', () => {
    const said = new Map([['a', expectStanding(a, { verdict: 'wrong', note: 'No.' }, ada)]])
    const list = listPairs([a, b], { show: 'search', said, acted: [a, c] })
    expect(list.map(({ pair, verdict }) => [pair, verdict])).toEqual([
      ['a', 'wrong'],
      ['b', 'unsure'],
    ])
    expect(list[0]).toMatchObject({ ruledBy: 'Ada Okoro', note: 'No.', by: 'person' })
  })
})

test('the next is lit; after the last, the one before; after the only one, none', () => {
  const list = ['a', 'b', 'c'].map((pair) => ({ pair }))
  expect(findNext(list, 'a')).toBe('b')
  expect(findNext(list, 'c')).toBe('b')
  expect(findNext([{ pair: 'a' }], 'a')).toBeNull()
})

describe('an undo says what makes the pair what it was', () => {
  test('an earlier ruling is said again, with its note', () => {
    const before = makePair('a', { ...ruled, verdict: 'correct', note: 'Same.' })
    expect(wordOf(before)).toEqual({ verdict: 'correct', note: 'Same.' })
  })

  test('where no ruling was, none is left: not even where people spoke of its solutions one by one', () => {
    expect(wordOf(makePair('a'))).toBeNull()
    expect(wordOf(makePair('a', { by: 'person', verdict: 'correct' }))).toBeNull()
  })
})
