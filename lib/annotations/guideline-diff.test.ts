import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGuidelineChanges } from './guideline-diff'
import { cutSections, joinPassages, readPassages } from './guideline-passages'

describe('passages', () => {
  test('are headings, paragraphs, items, tables, formulas and code', () => {
    const text = [
      '# Head\nOne\ntwo',
      '- a\n  goes on\n- b\n  1. nested',
      '| a |\n|---|\n| b |',
      '$$\nx\n\ny\n$$\n\\[ z \\]\nafter',
      '~~~\n# no head\n\n- no item\n~~~',
    ].join('\n\n')
    expect(readPassages(text)).toEqual([
      '# Head',
      'One\ntwo',
      '- a\n  goes on',
      '- b',
      '  1. nested',
      '| a |\n|---|\n| b |',
      '$$\nx\n\ny\n$$',
      '\\[ z \\]\nafter',
      '~~~\n# no head\n\n- no item\n~~~',
    ])
  })

  test('that are left open reach to the end', () => {
    expect(readPassages('```\na\n\nb')).toEqual(['```\na\n\nb'])
    expect(readPassages('$$\na\n\nb')).toEqual(['$$\na\n\nb'])
  })

  test('a text is cut before its headings and nowhere else, and nothing of it is lost', () => {
    const text = 'a\n\n# b\nc\n~~~\n# d\n~~~\n## e'
    expect(cutSections(text)).toEqual(['a\n', '# b\nc\n~~~\n# d\n~~~', '## e'])
    const anyText = fc
      .array(fc.constantFrom('# a', 'b', '', '~~~', '$$', '- c', '  d', '\\['))
      .map((lines) => lines.join('\n'))
    fc.assert(fc.property(anyText, (given) => cutSections(given).join('\n') === given))
  })

  test('nested items move to the left, lists stay together', () => {
    expect(joinPassages(['    - a\n      b', '    - c', 'd'])).toBe(
      '    - a\n      b\n    - c\n\nd',
    )
    expect(joinPassages(['    - a\n      b'])).toBe('- a\n  b')
  })
})

describe('what is different', () => {
  const before = '# One\n\nAlpha.\n\nBeta.\n\n# Two\n\n1. a\n2. b'

  test('nothing, where only spaces, line ends and numbers of items are', () => {
    expect(findGuidelineChanges(before, before)).toEqual([])
    const spaced = '# One\r\n\r\n\r\nAlpha.  \r\n\r\nBeta.\n\n# Two\n\n1. a\n1. b\n'
    expect(findGuidelineChanges(before, spaced)).toEqual([])
  })

  test('in code, spaces are', () => {
    expect(findGuidelineChanges('~~~\na\n~~~', '~~~\n a\n~~~')).toHaveLength(1)
  })

  test('something added, taken out, and put in its place, each under its heading', () => {
    const now = '# One\n\nAlpha!\n\nBeta.\n\nGamma.\n\n# Two\n\n1. b'
    expect(findGuidelineChanges(before, now)).toEqual([
      { under: 'One', before: 'Alpha.', now: 'Alpha!' },
      { under: 'One', before: null, now: 'Gamma.' },
      { under: 'Two', before: '1. a', now: null },
    ])
  })

  test('an item in the middle of a numbered list is one change', () => {
    expect(findGuidelineChanges('1. a\n2. b\n3. c', '1. a\n2. new\n3. b\n4. c')).toEqual([
      { under: null, before: null, now: '2. new' },
    ])
  })

  test('too many changes, or too large a one, is not listed', () => {
    const write = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${word} ${i}`).join('\n\n')
    const between = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => `Same ${i}\n\n${word}`).join('\n\n')
    expect(findGuidelineChanges(between('a', 100), between('b', 100))).toHaveLength(100)
    expect(findGuidelineChanges(between('a', 101), between('b', 101))).toBeNull()
    expect(findGuidelineChanges(write('a', 700), write('b', 600))).toHaveLength(1)
    expect(findGuidelineChanges(write('a', 1_000), write('b', 900))).toBeNull()
  })

  test('whatever the texts: what is said to be there now is, and what was before was', () => {
    const text = fc
      .array(fc.constantFrom('# h', '- a', '- b', 'c', 'd', '~~~', '1. e', '| f |'), {
        maxLength: 20,
      })
      .map((lines) => lines.join('\n\n'))
    fc.assert(
      fc.property(text, text, (was, is) => {
        const changes = findGuidelineChanges(was, is)!
        expect(findGuidelineChanges(was, was)).toEqual([])
        const count = (given: string | null) => (given === null ? 0 : readPassages(given).length)
        const gone = changes.reduce((sum, change) => sum + count(change.before), 0)
        const come = changes.reduce((sum, change) => sum + count(change.now), 0)
        expect(readPassages(was).length - gone).toBe(readPassages(is).length - come)
      }),
    )
  })
})
