import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMiddlePlace, listCutPlaces, maxPlaces, movePlace } from './cut-places'
import { findChangeProblem } from './repair-steps'

const cutAt = (text: string) => listCutPlaces(text).map(({ at, kind }) => [text.slice(at), kind])

describe('places', () => {
  test('stand between words, sentences and lines', () => {
    expect(cutAt('So 2. Then\nwe (stop.) Yes')).toEqual([
      ['2. Then\nwe (stop.) Yes', 'word'],
      ['Then\nwe (stop.) Yes', 'sentence'],
      ['we (stop.) Yes', 'line'],
      ['(stop.) Yes', 'word'],
      ['Yes', 'sentence'],
    ])
    expect(cutAt('所以二。然后停')).toEqual([['然后停', 'sentence']])
  })

  test('are none inside formulas and code, nor at the edges', () => {
    expect(cutAt(' $a + b$ and\n$$x = 1$$ so ')).toEqual([
      ['and\n$$x = 1$$ so ', 'word'],
      ['$$x = 1$$ so ', 'line'],
      ['so ', 'word'],
    ])
    expect(cutAt('```\na b\n```\nend')).toEqual([['end', 'line']])
    expect(cutAt('one')).toEqual([])
  })

  test('can all be cut at', () => {
    const texts = fc.stringMatching(/^[ab.$\n 。`]{1,40}$/)
    fc.assert(
      fc.property(texts, (text) => {
        const solution = { steps: [text], stepSpans: [], stepIds: [] }
        for (const { at } of listCutPlaces(text.trim() === '' ? 'a' : text)) {
          const problem = findChangeProblem(solution, { kind: 'split', step: 0, at: [at] })
          expect(problem).toBeNull()
        }
      }),
    )
  })

  test('are of lines and sentences only where there are very many', () => {
    const text = 'word '.repeat(maxPlaces + 5) + 'end. Last'
    expect(listCutPlaces(text)).toEqual([{ at: text.length - 4, kind: 'sentence' }])
  })
})

test('the first one offered ends a sentence near the middle, else a word', () => {
  const find = (text: string) => findMiddlePlace(listCutPlaces(text), text.length)?.at
  expect(find('A. Bb bbb bbb. Cc cc')).toBe(15)
  expect(find('one two three')).toBe(8)
  expect(find('one')).toBeUndefined()
})

test('the cut goes by words or by sentences, and stays at the ends', () => {
  const places = listCutPlaces('a b. c d. e')
  const move = (from: number, by: 1 | -1, skipsWords: boolean) =>
    movePlace(places, from, { by, skipsWords })
  expect([move(2, 1, false), move(2, 1, true), move(5, 1, true)]).toEqual([5, 5, 10])
  expect([move(10, -1, true), move(10, -1, false)]).toEqual([5, 7])
  expect([move(2, -1, false), move(10, 1, false), move(5, -1, true)]).toEqual([2, 10, 5])
})
