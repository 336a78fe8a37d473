import { describe, expect, test } from 'vitest'
import type { TypesetAnswerPair } from './answers'
import {
  belongsToAnswerList,
  predictVerdictDetails,
  findNextRowKey,
  hasMixedVerdicts,
  isNoteUnsaved,
  listDisplayedVerdictSubjects,
  mergeVerdictSubjects,
  applyLocalVerdict,
  pickVerdictDetails,
  type LocalVerdict,
  makeUndoInput,
} from './verdict-details'

const time = new Date('2026-11-21T22:04:00Z')
const earlierTime = '2026-11-21T22:03:00.000Z'
const laterTime = '2026-11-21T22:05:00.000Z'
const ada = { person: 'Ada Okoro', at: time }

function makePair(pair: string, overrides: Partial<TypesetAnswerPair> = {}): TypesetAnswerPair {
  return {
    kind: 'pair',
    key: pair,
    name: `pair ${pair}`,
    pair,
    answer: '0.5',
    referenceAnswer: '1/2',
    verdict: 'unsure',
    reason: 'Not shown.',
    by: 'grader',
    decidedBy: null,
    decidedAt: null,
    note: null,
    solutions: 2,
    problems: 1,
    verdicts: { correct: 0, wrong: 0, unsure: 2 },
    example: { problem: 'What is it?', solution: pair, lastStep: '0.5' },
    typeset: { answer: [], referenceAnswer: [], problem: [], lastStep: [] },
    ...overrides,
  }
}

const decisionOfBen = { decidedBy: 'Ben', decidedAt: time.toISOString(), by: 'person' } as const

describe('belongsToAnswerList', () => {
  test('the unsure list has pairs that the grader or an imported file left unsure, but none that a person marked unsure', () => {
    expect(belongsToAnswerList(makePair('a'), 'unsure')).toBe(true)
    expect(belongsToAnswerList(makePair('a', { by: 'file' }), 'unsure')).toBe(true)
    expect(belongsToAnswerList(makePair('a', { by: 'person' }), 'unsure')).toBe(false)
    expect(belongsToAnswerList(makePair('a', { verdict: 'wrong' }), 'unsure')).toBe(false)
  })

  test('the decided list has only pairs with a person’s verdict, and the search and unanswered lists have every pair', () => {
    expect(belongsToAnswerList(makePair('a', { by: 'person' }), 'decided')).toBe(true)
    expect(belongsToAnswerList(makePair('a'), 'decided')).toBe(false)
    expect(belongsToAnswerList(makePair('a', { verdict: 'wrong' }), 'search')).toBe(true)
    expect(belongsToAnswerList(makePair('a', { by: 'person' }), 'unanswered')).toBe(true)
  })
})

describe('listDisplayedVerdictSubjects', () => {
  const [a, b, c] = [makePair('a'), makePair('b'), makePair('c')]
  const noKeys = new Set<string>()
  const allKeys = new Set(['a', 'b', 'c'])
  const listKeys = (list: readonly TypesetAnswerPair[]) => list.map(({ key }) => key)
  const makeLocalVerdicts = (key: string, localVerdict: Omit<LocalVerdict, 'after'>) =>
    new Map([[key, { ...localVerdict, after: null }]])

  test('the unsure list loses a pair for which the user has just confirmed "unsure"', () => {
    const localVerdicts = makeLocalVerdicts(
      'b',
      predictVerdictDetails(b, { verdict: 'unsure', note: '' }, ada),
    )
    const list = listDisplayedVerdictSubjects([a, b, c], {
      show: 'unsure',
      loaded: allKeys,
      localVerdicts,
      pinned: noKeys,
    })
    expect(listKeys(list)).toEqual(['a', 'c'])
  })

  test('a pair whose verdict was withdrawn on this page keeps its position, even if the server no longer lists it', () => {
    const localVerdicts = makeLocalVerdicts('b', pickVerdictDetails(b))
    const loadedKeys = new Set(['a', 'c'])
    expect(
      listKeys(
        listDisplayedVerdictSubjects([a, b, c], {
          show: 'unsure',
          loaded: loadedKeys,
          localVerdicts,
          pinned: noKeys,
        }),
      ),
    ).toEqual(['a', 'b', 'c'])
  })

  test('pairs that the server no longer lists and that were not changed on this page are removed, except pinned ones', () => {
    const loadedKeys = new Set(['a'])
    const pinned = new Set(['b'])
    const localVerdicts = new Map<string, LocalVerdict>()
    expect(
      listKeys(
        listDisplayedVerdictSubjects([a, b, c], {
          show: 'unsure',
          loaded: loadedKeys,
          localVerdicts,
          pinned,
        }),
      ),
    ).toEqual(['a', 'b'])
  })

  test('search results keep a pair that gets a verdict, and show that verdict', () => {
    const localVerdicts = makeLocalVerdicts(
      'a',
      predictVerdictDetails(a, { verdict: 'wrong', note: 'No.' }, ada),
    )
    const list = listDisplayedVerdictSubjects([a, b], {
      show: 'search',
      loaded: allKeys,
      localVerdicts,
      pinned: noKeys,
    })
    expect(list.map(({ key, verdict }) => [key, verdict])).toEqual([
      ['a', 'wrong'],
      ['b', 'unsure'],
    ])
    expect(list[0]).toMatchObject({ decidedBy: 'Ada Okoro', note: 'No.', by: 'person' })
  })

  test('a reload keeps the order of rows already shown and appends new ones', () => {
    const updatedPair = makePair('b', { solutions: 9 })
    const merged = mergeVerdictSubjects([a, b], [makePair('d'), updatedPair])
    expect(listKeys(merged)).toEqual(['a', 'b', 'd'])
    expect(merged[1]).toBe(updatedPair)
  })
})

describe('applyLocalVerdict', () => {
  const ownVerdict = {
    ...predictVerdictDetails(makePair('a'), { verdict: 'wrong', note: '' }, ada),
  }

  test('a verdict given on this page hides an older one from the server, but not a newer one', () => {
    const localVerdict = { ...ownVerdict, after: null }
    expect(applyLocalVerdict(makePair('a'), localVerdict)).toMatchObject({ verdict: 'wrong' })
    expect(
      applyLocalVerdict(makePair('a', { ...decisionOfBen, decidedAt: earlierTime }), localVerdict),
    ).toMatchObject({
      decidedBy: 'Ada Okoro',
    })
    expect(
      applyLocalVerdict(makePair('a', { ...decisionOfBen, decidedAt: laterTime }), localVerdict),
    ).toMatchObject({
      decidedBy: 'Ben',
    })
  })

  test('a withdrawal on this page hides the withdrawn verdict, but not a newer one', () => {
    const localVerdict = { ...pickVerdictDetails(makePair('a')), after: time.toISOString() }
    expect(applyLocalVerdict(makePair('a', decisionOfBen), localVerdict)).toMatchObject({
      by: 'grader',
    })
    expect(
      applyLocalVerdict(makePair('a', { ...decisionOfBen, decidedAt: laterTime }), localVerdict),
    ).toMatchObject({
      by: 'person',
    })
  })
})

test('a note is unsaved until a verdict with it is sent, and again if the verdict is not saved or is undone', () => {
  const draft = { subject: makePair('a'), text: ' Same value. ' }
  const sentVerdict = predictVerdictDetails(
    draft.subject,
    { verdict: 'correct', note: 'Same value.' },
    ada,
  )
  const previousStatus = { ...pickVerdictDetails(draft.subject), after: null }
  expect(isNoteUnsaved(draft, undefined)).toBe(true)
  expect(isNoteUnsaved(draft, { ...sentVerdict, after: null })).toBe(false)
  expect(isNoteUnsaved(draft, previousStatus)).toBe(true)
  expect(isNoteUnsaved({ ...draft, text: ' ' }, previousStatus)).toBe(false)
})

test('findNextRowKey returns the next row, the previous row for the last one, and null for the only row', () => {
  const list = ['a', 'b', 'c'].map((key) => ({ key }))
  expect(findNextRowKey(list, 'a')).toBe('b')
  expect(findNextRowKey(list, 'c')).toBe('b')
  expect(findNextRowKey([{ key: 'a' }], 'a')).toBeNull()
})

describe('makeUndoInput (undo of a verdict)', () => {
  test('returns the earlier verdict with its note', () => {
    const before = makePair('a', { ...decisionOfBen, verdict: 'correct', note: 'Same.' })
    expect(makeUndoInput(before)).toEqual({ verdict: 'correct', note: 'Same.' })
  })

  test('withdraws the verdict (null) if the pair had none of its own, even if one of its solutions did', () => {
    expect(makeUndoInput(makePair('a'))).toBeNull()
    expect(makeUndoInput(makePair('a', { by: 'person', verdict: 'correct' }))).toBeNull()
  })
})

test('hasMixedVerdicts is true for a pair whose solutions have different verdicts', () => {
  expect(hasMixedVerdicts(makePair('a'))).toBe(false)
  expect(hasMixedVerdicts(makePair('a', { verdicts: { correct: 0, wrong: 1, unsure: 1 } }))).toBe(
    true,
  )
})
