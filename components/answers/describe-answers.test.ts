import { expect, it } from 'vitest'
import type { AnswerPair } from './pair'
import {
  describeMixed,
  describeRefused,
  describeUnsure,
  describeWaiting,
  nameSolution,
} from './describe-answers'

const none = { correct: 0, wrong: 0, unsure: 0, settled: 0, leftUnsure: 0, unanswered: 0 }
const counts = { ...none, unreferenced: 0 }

it('says of the unsure what waits, where, and what does not', () => {
  expect(describeUnsure(counts)).toBe('')
  expect(describeUnsure({ ...counts, unsure: 1 })).toBe(
    'Of the unsure, 1 in pairs waits for a person.',
  )
  expect(
    describeUnsure({ ...counts, unsure: 345, unanswered: 3, unreferenced: 4, leftUnsure: 1 }),
  ).toBe(
    'Of the unsure, 337 in pairs and 3 without an answer wait for a person. 4 have no reference answer: nothing to grade against; 1 was left unsure by a person.',
  )
  expect(describeUnsure({ ...counts, unsure: 1, unreferenced: 1 })).toBe(
    '1 has no reference answer: nothing to grade against.',
  )
})

it('says how the solutions of a pair part, and nothing where they agree', () => {
  expect(describeMixed({ verdicts: { correct: 3, wrong: 0, unsure: 0 } })).toBeNull()
  expect(describeMixed({ verdicts: { correct: 1_200, wrong: 1, unsure: 0 } })).toBe(
    'Its solutions part: 1 wrong, 1,200 correct.',
  )
})

it('tells solutions that came without a name apart, wherever they stand', () => {
  const solution = '0199d2a4-7c1e-7b6a-9d11-3f6c2ab41d07'
  expect(nameSolution({ externalId: 'gsm/7', solution })).toBe('solution gsm/7')
  expect(nameSolution({ externalId: null, solution })).toBe('solution …b41d07')
})

it('says what could not be stored, and how many before it', () => {
  const subject = { called: '“1” for “2”' }
  expect(describeRefused(subject, 'Why.', 0)).toBe(
    'Not stored: “1” for “2” is shown as the server told last. Why.',
  )
  expect(describeRefused(subject, 'Why.', 2)).toContain('The same of 2 words before it.')
})

it('counts what waits, pairs as far as one page shows them', () => {
  const pair = { solutions: 3 } as AnswerPair
  expect(describeWaiting({ pairs: [], pages: 0, counts })).toBeNull()
  expect(describeWaiting({ pairs: [pair], pages: 1, counts })).toBe('1 pair of final answers waits')
  expect(describeWaiting({ pairs: [pair, pair], pages: 2, counts })).toBe(
    'More than 2 pairs of final answers wait',
  )
  expect(describeWaiting({ pairs: [], pages: 0, counts: { ...counts, unanswered: 1 } })).toBe(
    '1 solution without an answer waits',
  )
  expect(describeWaiting({ pairs: [pair], pages: 1, counts: { ...counts, unanswered: 2 } })).toBe(
    '1 pair of final answers and 2 solutions without an answer wait',
  )
})
