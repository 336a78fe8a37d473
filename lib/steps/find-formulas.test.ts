import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longTextLength, scaleRuns } from '@/lib/platform/testing/report-figures'
import { findFormulasAndCode } from './find-formulas'

/** Formats the marked ranges of a text as `kind: text`. */
function formatRanges(text: string): string[] {
  return findFormulasAndCode(text).map(
    ({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`,
  )
}

describe('findFormulasAndCode finds formulas', () => {
  test.each([
    ['a $$x$$ b', ['display: $$x$$']],
    ['$$\nx\n\ny\n$$', ['display: $$\nx\n\ny\n$$']],
    ['\\[ x \\\\[2pt] y \\]', ['display: \\[ x \\\\[2pt] y \\]']],
    ['a $x$ and \\(y\\).', ['inline: $x$', 'inline: \\(y\\)']],
    ['$a$$b$', ['inline: $a$', 'inline: $b$']],
    ['\\begin{align}\nx\n\\end{align}', ['display: \\begin{align}\nx\n\\end{align}']],
    [
      '\\begin{a}\\begin{b}\\begin{a}\\end{a}\\end{b}\\end{a}.',
      ['display: \\begin{a}\\begin{b}\\begin{a}\\end{a}\\end{b}\\end{a}'],
    ],
    ['$$\\begin{cases}x\\end{cases}$$', ['display: $$\\begin{cases}x\\end{cases}$$']],
    ['\\begin{align} $x$ \\end{align}', ['display: \\begin{align} $x$ \\end{align}']],
  ])('in %j: %j', (text, expected) => {
    expect(formatRanges(text)).toEqual(expected)
  })
})

describe('findFormulasAndCode finds code', () => {
  test.each([
    ['```\na $$\n\nb\n```\n$$x$$', ['code: ```\na $$\n\nb\n```', 'display: $$x$$']],
    ['x\n  ~~~~py\n```\n~~~\n ~~~~~ \ny', ['code:   ~~~~py\n```\n~~~\n ~~~~~ ']],
    ['```a``` and $$x$$', ['display: $$x$$']],
    ['```\n```\n```', ['code: ```\n```']],
  ])('in %j: %j', (text, expected) => {
    expect(formatRanges(text)).toEqual(expected)
  })
})

describe('findFormulasAndCode treats an unclosed formula as plain text and continues', () => {
  test.each([
    ['$$ x\n\n\\[y\\]', ['display: \\[y\\]']],
    ['\\[ x\n\n\\[y\\]', ['display: \\[y\\]']],
    ['\\[ x\n\n$$y$$', ['display: $$y$$']],
    ['\\begin{a} x\n\n\\begin{b}y\\end{b}', ['display: \\begin{b}y\\end{b}']],
    ['\\end{a} \\begin{a}', []],
    ['```py\nx\n\n$$y$$', ['display: $$y$$']],
    ['\\(a \\(b\\) \\(c\n\\)', ['inline: \\(b\\)']],
    ['It costs $5, not $6.\n$$x$$', ['display: $$x$$']],
    ['$5 and $x$', ['inline: $x$']],
    ['\\$$5$ and \\\\[x\\]', ['inline: $5$']],
    ['$x\n$', []],
    ['\\', []],
    ['', []],
  ])('in %j: %j', (text, expected) => {
    expect(formatRanges(text)).toEqual(expected)
  })
})

const mark = fc.constantFrom(
  '$',
  '$$',
  '\\',
  '\\[',
  '\\]',
  '\\(',
  '\\)',
  '\\begin{a}',
  '\\end{a}',
  '\\begin{b}',
  '\\end{b}',
  '```',
  '~~~~',
  '\n',
  ' ',
  'x',
  '5',
)

test('ranges of formulas and code are sorted, disjoint and never empty', () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      let before = 0
      for (const { start, end } of findFormulasAndCode(text)) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        before = end
      }
      expect(before).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: scaleRuns(2000) },
  )
})

test('findFormulasAndCode reads a long text of any opening delimiter quickly', () => {
  const openings = [
    '$',
    '$$',
    '$x',
    '$ x',
    '$a ',
    '\\[',
    '\\(',
    '\\begin{a}',
    '\\end{a}',
    '```a\n',
    '~~~\n',
    '   ',
  ]
  for (const opening of openings) {
    const long = opening.repeat(longTextLength / opening.length)
    const closedText = `${opening.repeat(longTextLength / 2 / opening.length)}\n${' \\]'.repeat(longTextLength / 10)}`
    for (const text of [long, closedText])
      expect(findFormulasAndCode(text).at(-1)?.end ?? 0).toBeLessThanOrEqual(text.length)
  }
  const longer = Array.from({ length: 1400 }, (_, index) => '`'.repeat(1400 - index)).join('a\n')
  expect(findFormulasAndCode(longer).at(-1)?.end ?? 0).toBeLessThanOrEqual(longer.length)
})
