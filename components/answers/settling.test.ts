import { describe, expect, test } from 'vitest'
import type { ShownPair } from './pair'
import {
  belongs,
  expectStanding,
  findNext,
  isMixed,
  listSubjects,
  merge,
  overlay,
  readStanding,
  type Said,
  wordOf,
} from './settling'

const at = new Date('2026-11-21T22:04:00Z')
const earlier = '2026-11-21T22:03:00.000Z'
const later = '2026-11-21T22:05:00.000Z'
const ada = { person: 'Ada Okoro', at }

function makePair(pair: string, given: Partial<ShownPair> = {}): ShownPair {
  return {
    ...{ kind: 'pair', key: pair, called: `pair ${pair}` },
    ...{ pair, given: '0.5', truth: '1/2', verdict: 'unsure', reason: 'Not shown.', by: 'grader' },
    ...{ ruledBy: null, ruledAt: null, note: null, solutions: 2, problems: 1 },
    verdicts: { correct: 0, wrong: 0, unsure: 2 },
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

  test('what a person said is settled; a search has all, and so has the list without answers', () => {
    expect(belongs(makePair('a', { by: 'person' }), 'settled')).toBe(true)
    expect(belongs(makePair('a'), 'settled')).toBe(false)
    expect(belongs(makePair('a', { verdict: 'wrong' }), 'search')).toBe(true)
    expect(belongs(makePair('a', { by: 'person' }), 'unanswered')).toBe(true)
  })
})

describe('the list is what the server gave and what was said since', () => {
  const [a, b, c] = [makePair('a'), makePair('b'), makePair('c')]
  const none = new Set<string>()
  const all = new Set(['a', 'b', 'c'])
  const keys = (list: readonly ShownPair[]) => list.map(({ key }) => key)
  const saying = (key: string, said: Omit<Said, 'after'>) =>
    new Map([[key, { ...said, after: null }]])

  test('a pair that is left unsure goes', () => {
    const said = saying('b', expectStanding(b, { verdict: 'unsure', note: '' }, ada))
    const list = listSubjects([a, b, c], { show: 'unsure', given: all, said, kept: none })
    expect(keys(list)).toEqual(['a', 'c'])
  })

  test('one that is taken back and on the server’s page no more stands where it stood', () => {
    const said = saying('b', readStanding(b))
    const given = new Set(['a', 'c'])
    expect(keys(listSubjects([a, b, c], { show: 'unsure', given, said, kept: none }))).toEqual([
      ...['a', 'b', 'c'],
    ])
  })

  test('one of whose solutions was spoken keeps its place; another that is gone is gone', () => {
    const given = new Set(['a'])
    const kept = new Set(['b'])
    const said = new Map<string, Said>()
    expect(keys(listSubjects([a, b, c], { show: 'unsure', given, said, kept }))).toEqual(['a', 'b'])
  })

  test('a search keeps its rows in place and shows the new verdict', () => {
    const said = saying('a', expectStanding(a, { verdict: 'wrong', note: 'No.' }, ada))
    const list = listSubjects([a, b], { show: 'search', given: all, said, kept: none })
    expect(list.map(({ key, verdict }) => [key, verdict])).toEqual([
      ['a', 'wrong'],
      ['b', 'unsure'],
    ])
    expect(list[0]).toMatchObject({ ruledBy: 'Ada Okoro', note: 'No.', by: 'person' })
  })

  test('what comes anew keeps the order that was there, with the new at the end', () => {
    const better = makePair('b', { solutions: 9 })
    const merged = merge([a, b], [makePair('d'), better])
    expect(keys(merged)).toEqual(['a', 'b', 'd'])
    expect(merged[1]).toBe(better)
  })
})

describe('another person’s newer word is not hidden by what was said here', () => {
  const mine = { ...expectStanding(makePair('a'), { verdict: 'wrong', note: '' }, ada) }

  test('what was said here stands over what is older', () => {
    const said = { ...mine, after: null }
    expect(overlay(makePair('a'), said)).toMatchObject({ verdict: 'wrong' })
    expect(overlay(makePair('a', { ...ruled, ruledAt: earlier }), said)).toMatchObject({
      ruledBy: 'Ada Okoro',
    })
    expect(overlay(makePair('a', { ...ruled, ruledAt: later }), said)).toMatchObject({
      ruledBy: 'Ben',
    })
  })

  test('after taking back, too', () => {
    const said = { ...readStanding(makePair('a')), after: at.toISOString() }
    expect(overlay(makePair('a', ruled), said)).toMatchObject({ by: 'grader' })
    expect(overlay(makePair('a', { ...ruled, ruledAt: later }), said)).toMatchObject({
      by: 'person',
    })
  })
})

test('the next is lit; after the last, the one before; after the only one, none', () => {
  const list = ['a', 'b', 'c'].map((key) => ({ key }))
  expect(findNext(list, 'a')).toBe('b')
  expect(findNext(list, 'c')).toBe('b')
  expect(findNext([{ key: 'a' }], 'a')).toBeNull()
})

describe('an undo says what makes it what it was', () => {
  test('an earlier ruling is said again, with its note', () => {
    const before = makePair('a', { ...ruled, verdict: 'correct', note: 'Same.' })
    expect(wordOf(before)).toEqual({ verdict: 'correct', note: 'Same.' })
  })

  test('where no ruling was, none is left: not even where people spoke of its solutions one by one', () => {
    expect(wordOf(makePair('a'))).toBeNull()
    expect(wordOf(makePair('a', { by: 'person', verdict: 'correct' }))).toBeNull()
  })
})

test('a pair is mixed where its solutions part', () => {
  expect(isMixed(makePair('a'))).toBe(false)
  expect(isMixed(makePair('a', { verdicts: { correct: 0, wrong: 1, unsure: 1 } }))).toBe(true)
})
