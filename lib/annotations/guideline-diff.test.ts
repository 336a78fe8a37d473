import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGuidelineChanges } from './guideline-diff'
import { splitIntoSections, joinPassages, splitIntoPassages } from './guideline-passages'

describe('passages of a guideline', () => {
  test('are headings, paragraphs, list items, tables, formulas and code blocks', () => {
    const text = [
      '# Head\nOne\ntwo',
      '- a\n  goes on\n- b\n  1. nested',
      '| a |\n|---|\n| b |',
      '$$\nx\n\ny\n$$\n\\[ z \\]\nafter',
      '~~~\n# no head\n\n- no item\n~~~',
    ].join('\n\n')
    expect(splitIntoPassages(text)).toEqual([
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

  test('extend to the end of the text if a code block or formula is not closed', () => {
    expect(splitIntoPassages('```\na\n\nb')).toEqual(['```\na\n\nb'])
    expect(splitIntoPassages('$$\na\n\nb')).toEqual(['$$\na\n\nb'])
  })

  test('splitIntoSections splits a text before each heading, and the joined sections equal the text', () => {
    const text = 'a\n\n# b\nc\n~~~\n# d\n~~~\n## e'
    expect(splitIntoSections(text)).toEqual(['a\n', '# b\nc\n~~~\n# d\n~~~', '## e'])
    const anyText = fc
      .array(fc.constantFrom('# a', 'b', '', '~~~', '$$', '- c', '  d', '\\['))
      .map((lines) => lines.join('\n'))
    fc.assert(fc.property(anyText, (texts) => splitIntoSections(texts).join('\n') === texts))
  })

  test('joinPassages removes the common indentation of list items, and joins items without blank lines', () => {
    expect(joinPassages(['    - a\n      b', '    - c', 'd'])).toBe(
      '    - a\n      b\n    - c\n\nd',
    )
    expect(joinPassages(['    - a\n      b'])).toBe('- a\n  b')
  })
})

describe('changes between two versions of a guideline', () => {
  const before = '# One\n\nAlpha.\n\nBeta.\n\n# Two\n\n1. a\n2. b'

  test('ignore spaces, line ends and numbers of list items', () => {
    expect(findGuidelineChanges(before, before)).toEqual([])
    const spaced = '# One\r\n\r\n\r\nAlpha.  \r\n\r\nBeta.\n\n# Two\n\n1. a\n1. b\n'
    expect(findGuidelineChanges(before, spaced)).toEqual([])
  })

  test('include spaces in code', () => {
    expect(findGuidelineChanges('~~~\na\n~~~', '~~~\n a\n~~~')).toHaveLength(1)
  })

  test('are listed as additions, removals and replacements under their headings', () => {
    const now = '# One\n\nAlpha!\n\nBeta.\n\nGamma.\n\n# Two\n\n1. b'
    expect(findGuidelineChanges(before, now)).toEqual([
      { heading: 'One', before: 'Alpha.', after: 'Alpha!' },
      { heading: 'One', before: null, after: 'Gamma.' },
      { heading: 'Two', before: '1. a', after: null },
    ])
  })

  test('have no heading above them if they begin with a heading', () => {
    expect(findGuidelineChanges('# One\n\nAlpha.', '# One\n\nAlpha.\n\n## New\n\nText.')).toEqual([
      { heading: null, before: null, after: '## New\n\nText.' },
    ])
    expect(
      findGuidelineChanges('# One\n\nA.\n\n# Two\n\nB.', '# One\n\nA.\n\n# Three\n\nC.'),
    ).toEqual([
      { heading: null, before: '# Two', after: '# Three' },
      { heading: 'Three', before: 'B.', after: 'C.' },
    ])
  })

  test('are a single change for an inserted list item', () => {
    expect(findGuidelineChanges('1. a\n2. b\n3. c', '1. a\n2. new\n3. b\n4. c')).toEqual([
      { heading: null, before: null, after: '2. new' },
    ])
  })

  test('are not listed (null) if there are more than 100 or the texts differ too much', () => {
    const makePassages = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${word} ${i}`).join('\n\n')
    const makePassagesBetweenEqual = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => `Same ${i}\n\n${word}`).join('\n\n')
    expect(
      findGuidelineChanges(makePassagesBetweenEqual('a', 100), makePassagesBetweenEqual('b', 100)),
    ).toHaveLength(100)
    expect(
      findGuidelineChanges(makePassagesBetweenEqual('a', 101), makePassagesBetweenEqual('b', 101)),
    ).toBeNull()
    expect(findGuidelineChanges(makePassages('a', 700), makePassages('b', 600))).toHaveLength(1)
    expect(findGuidelineChanges(makePassages('a', 1_000), makePassages('b', 900))).toBeNull()
  })

  test('are not computed between texts of many thousand passages', () => {
    const text = (count: number) => '# a\n'.repeat(count)
    expect(findGuidelineChanges(text(4_999), text(5_000))).toHaveLength(1)
    expect(findGuidelineChanges(text(5_000), text(5_001))).toBeNull()
  })

  test('add up to the difference in the number of passages between two random texts', () => {
    const text = fc
      .array(fc.constantFrom('# h', '- a', '- b', 'c', 'd', '~~~', '1. e', '| f |'), {
        maxLength: 20,
      })
      .map((lines) => lines.join('\n\n'))
    fc.assert(
      fc.property(text, text, (earlier, later) => {
        const changes = findGuidelineChanges(earlier, later)!
        expect(findGuidelineChanges(earlier, earlier)).toEqual([])
        const count = (texts: string | null) =>
          texts === null ? 0 : splitIntoPassages(texts).length
        const removedCount = changes.reduce((sum, change) => sum + count(change.before), 0)
        const addedCount = changes.reduce((sum, change) => sum + count(change.after), 0)
        expect(splitIntoPassages(earlier).length - removedCount).toBe(
          splitIntoPassages(later).length - addedCount,
        )
      }),
    )
  })
})
