import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findMiddleCutPosition,
  listCutPositions,
  maxWordCutPositions,
  findNextCutPosition,
} from './cut-positions'
import { findStepChangeError } from './repair-steps'

const cutAt = (text: string) => listCutPositions(text).map(({ at, kind }) => [text.slice(at), kind])

describe('positions where a step can be split', () => {
  test('are offered between words, sentences and lines', () => {
    expect(cutAt('So 2. Then\nwe (stop.) Yes')).toEqual([
      ['2. Then\nwe (stop.) Yes', 'word'],
      ['Then\nwe (stop.) Yes', 'sentence'],
      ['we (stop.) Yes', 'line'],
      ['(stop.) Yes', 'word'],
      ['Yes', 'sentence'],
    ])
    expect(cutAt('所以二。然后停')).toEqual([['然后停', 'sentence']])
  })

  test('are never offered inside a formula or code, or at the start or end of the text', () => {
    expect(cutAt(' $a + b$ and\n$$x = 1$$ so ')).toEqual([
      ['and\n$$x = 1$$ so ', 'word'],
      ['$$x = 1$$ so ', 'line'],
      ['so ', 'word'],
    ])
    expect(cutAt('```\na b\n```\nend')).toEqual([['end', 'line']])
    expect(cutAt('one')).toEqual([])
  })

  test('each give a valid split', () => {
    const texts = fc.stringMatching(/^[ab.$\n 。`]{1,40}$/)
    fc.assert(
      fc.property(texts, (text) => {
        const solution = { steps: [text], stepSpans: [], stepIds: [] }
        for (const { at } of listCutPositions(text.trim() === '' ? 'a' : text)) {
          const problem = findStepChangeError(solution, { kind: 'split', step: 0, at: [at] })
          expect(problem).toBeNull()
        }
      }),
    )
  })

  test('are offered only between lines and sentences in a long text', () => {
    const text = 'word '.repeat(maxWordCutPositions + 5) + 'end. Last'
    expect(listCutPositions(text)).toEqual([{ at: text.length - 4, kind: 'sentence' }])
  })
})

test('the suggested cut position is the sentence end nearest to the middle of a step, or a word end if there is none', () => {
  const find = (text: string) => findMiddleCutPosition(listCutPositions(text), text.length)?.at
  expect(find('A. Bb bbb bbb. Cc cc')).toBe(15)
  expect(find('one two three')).toBe(8)
  expect(find('one')).toBeUndefined()
})

test('a cut position moves by word or sentence and stops at the first and last position of the step', () => {
  const positions = listCutPositions('a b. c d. e')
  const move = (from: number, by: 1 | -1, bySentence: boolean) =>
    findNextCutPosition(positions, from, { by, bySentence })
  expect([move(2, 1, false), move(2, 1, true), move(5, 1, true)]).toEqual([5, 5, 10])
  expect([move(10, -1, true), move(10, -1, false)]).toEqual([5, 7])
  expect([move(2, -1, false), move(10, 1, false), move(5, -1, true)]).toEqual([2, 10, 5])
})
